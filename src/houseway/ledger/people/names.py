"""Names of people: what is a name, and which two look alike.

Two names that somebody could take for each other are one name here. Compatibility forms, case,
accents, spaces and marks are put aside, and letters of other scripts and digits stand for the Latin
letter that they look like, in the manner of Unicode Technical Standard 39. Letters of two scripts
in one word are refused, since no table of look-alikes is whole.
"""

import unicodedata
from string import punctuation

from houseway.rulebook.refusal import Refused

MOST = 80  # characters
_MARKS = f" {punctuation}’"  # characters that a name may have besides letters, accents and digits
_NOTHING = frozenset(  # letters and marks that show nothing
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0x180B, 0x1810)))
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_TOGETHER = ("HIRAGANA", "KATAKANA", "CJK", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC")  # one writing
_CAPITALS = dict(  # letters of other scripts, and the Latin capital that each looks like
    zip(
        "АВЕЅІЈКМНОРСТУХҮӀҺԌԚԜЗΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ",
        "ABESIJKMHOPCTYXYIHGQW3ABEZHIKMNOPTYXCABCDEHJKLMPRSTVWZ",
        strict=True,
    )
)
_SMALL = dict(  # the same of small letters and digits
    zip(
        "аԁеорсухѕіјһԛԝгкмтпёєαβγεικνορστυχωϲɑɡıʀʏօսհոցզ01",
        "adeopcyxsijhqwrkmtneeabyeikvopotuxwcagiryouhngqol",
        strict=True,
    )
)
_PAIRS = {"rn": "m", "vv": "w"}


def check(name: str) -> None:
    """Refuse what is no name, or what hides something."""
    if not name or name != " ".join(name.split()) or len(name) > MOST or not name.isprintable():
        raise Refused(f"{name!r} is not a valid name: 1 to 80 characters, no double spaces")
    for letter in name:
        if letter in _NOTHING or not (letter.isalnum() or letter in _MARKS or _accent(letter)):
            raise Refused(
                f"{letter!r} is not allowed in names: use letters, digits, spaces"
                " and plain punctuation"
            )
    if not any(letter.isalnum() for letter in name):
        raise Refused(f"{name!r} is not a valid name: it has no letter")
    for word in name.split():
        if len(scripts := {_script(letter) for letter in word} - {""}) > 1:
            told = " and ".join(sorted(one.title() for one in scripts))
            raise Refused(f"{word!r} mixes letters of {told}: use one script in a word")


def _accent(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Mc")


def _script(letter: str) -> str:
    """The script of a letter by its name in Unicode; nothing for what belongs to all."""
    if not letter.isalpha():
        return ""
    first = unicodedata.name(letter, "UNNAMED").split()[0]
    return "CJK" if first in _TOGETHER else first


def looks(name: str) -> set[str]:
    """What a name looks like as it is written, and what in small letters; two names that share a
    look are taken for each other.

    >>> ada = looks("Ada")
    >>> all(looks(other) & ada for other in ("АDА", "a d a", "Ａｄａ", "Ádа", "ADA"))
    True
    >>> looks("Ada") & looks("Ida") or looks("Lia") & looks("Ila")
    set()
    >>> looks("Ian") & looks("lan"), looks("Bob") & looks("B0b")
    ({'lan'}, {'bob'})
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name))
    return {_look(plain), _look(plain.casefold())}


def _look(plain: str) -> str:
    made = "".join(_letter(one) for one in plain if one.isalnum() or _vowel(one) or one == "|")
    for pair, one in _PAIRS.items():
        made = made.replace(pair, one)
    return made


def _vowel(one: str) -> bool:
    """Return whether a mark is a vowel sign of its script, not an accent on a letter."""
    return _accent(one) and not unicodedata.combining(one)


def _letter(one: str) -> str:
    one = str(unicodedata.digit(one)) if one.isdigit() else _CAPITALS.get(one, one)
    small = "l" if one in "I|" else one.casefold()
    return _SMALL.get(small, small)
