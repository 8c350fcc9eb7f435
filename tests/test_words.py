"""The project is written in plain American English: no British spelling, no words of fables.

`make lint` runs codespell over the same files; this test has the words that codespell lets pass.
Rulebooks are not checked: they cite the law, and their text is part of their hash.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = {".py", ".md", ".html", ".js"}
# other people's code, this list, and pages that are generated from rulebooks
LEFT_OUT = (
    "vendor",
    "tests/test_words.py",
    "docs/games",
    "docs/readings.md",
    "docs/chapter-8.md",
    "docs/coverage.md",
)

BRITISH = [
    *(
        "aluminium",
        "analyse",
        "armour",
        "artefact",
        "authoris",
        "behaviour",
        "cancelled",
        "catalogue",
    ),
    *("centre", "cheque", "colour", "defence", "favour", "flavour", "fulfil", "harbour"),
    *("honour", "humour", "judgement", "kerb", "labelled", "labour", "learnt", "licence", "litre"),
    *("maximis", "minimis", "misspelt", "modelled", "neighbour", "normalis", "offence", "optimis"),
    *("organis", "practise", "programme", "realis", "recognis", "rumour", "serialis", "signalling"),
    *("skilful", "specialis", "summaris", "synchronis", "theatre", "travelled", "utilis", "whilst"),
]
# exactly where such words stay: names in logs, petitions, rulebooks and other standards
EXCEPTIONS = {
    "cancelled": r"CancelledError",
    "centre": r"\bCENTRE\b|\"centre\"|_centre\b",
    "colour": r"eights_coloured",
    "fulfil": r"fulfill",
    "labelled": r"labelledby",
    "licence": r"\.licences?\b|\blicences?:|\"licence\"|\blicence=",
    "optimis": r"optimist",
    "programme": r"programme[dr]",
    "realis": r"realist",
    "specialis": r"specialist",
}
# Words that hide who does what. Write who: the user, player, dealer, caller, process. No word may
# occur more often than this, and the numbers may only fall.
AT_MOST = {
    "whoever": 130,
    "somebody": 300,
    "nobody": 300,
    "anew": 50,
    "is told": 110,
    "are told": 30,
    "came to": 80,
    "comes to": 80,
    "one's own": 50,
    "what came of": 10,
    "dearest": 50,
    "fresh chips": 10,
    "keeps company": 0,
}


ANY = re.compile("|".join(BRITISH), re.IGNORECASE)


def texts() -> Iterator[tuple[str, str]]:
    """Yield each file that people write: its path and its text."""
    for top in ("src", "tests", "docs", "benchmarks"):
        for path in sorted((ROOT / top).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in TEXT and not any(part in name for part in LEFT_OUT):
                yield name, path.read_text(encoding="utf-8")
    for name in ("README.md", "CONTRIBUTING.md", "Makefile"):
        yield name, (ROOT / name).read_text(encoding="utf-8")


def british(text: str) -> list[str]:
    """Return the words of a text that have British spelling."""
    found: list[str] = []
    for word in BRITISH if ANY.search(text) else ():
        kept = re.sub(EXCEPTIONS[word], "", text) if word in EXCEPTIONS else text
        found += re.findall(rf"\w*{word}\w*", kept, re.IGNORECASE)
    return found


def test_words_are_spelled_as_in_america() -> None:
    assert british("The colour of a chip; CENTRE, aria-labelledby") == ["colour"]
    found = {name: words for name, text in texts() if (words := british(text))}
    assert found == {}


def test_sentences_say_who_does_what() -> None:
    everything = "\n".join(text for _, text in texts())
    for word, most in AT_MOST.items():
        found = len(re.findall(rf"\b{word}\b", everything, re.IGNORECASE))
        assert found <= most, f"{word!r} occurs {found} times, at most {most} are allowed"
