"""Creation of a folder for a new game, which runs as it is."""

import re
from collections.abc import Collection
from functools import partial
from pathlib import Path

from houseway.games import Game
from houseway.rulebook import law
from houseway.rulebook.cite import CHAPTER
from houseway.rulebook.layout import FILE as LAYOUT
from houseway.rulebook.refusal import Refused

BEGINNING = Path(__file__).parent / "high_card"
FRAGMENTS = "*.fragment.yaml"
SKIPPED = (".certificate.json", "usual.json", "equivalent_mutants.yaml")
# A section of the law with or without the beginning of a paragraph, and no amount of money
_SECTION = re.compile(r"(?<![\w.$-])(\d+[A-Z]?)\.(\d+[A-Z]?)(?![\w%]|\.\d)((?:\([a-z])?)")


def make(id: str, into: Path, source: str = "", like: Game | None = None, title: str = "") -> Path:
    """A new game's folder, with its ``title`` or one made from its name. Its paragraphs are those
    of a ``source`` of the law or, without one, of a list of its own."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", id):
        raise Refused(f"{id!r} is not a game id: use small letters and dashes, such as red-dog")
    if source and source not in law.sources():
        raise Refused(f"there is no subchapter {source!r}: one of {', '.join(law.sources())}")
    title = " ".join(title.split()) or usual_title(id)
    if not re.fullmatch(r"\w[\w '’&.-]*", title):
        raise Refused(f"{title!r} is not a title: use letters, numbers, spaces and any of '&.-")
    folder = into / id.replace("-", "_")
    if folder.exists():
        raise Refused(f"{folder} already exists")
    written = _like(like, folder, title) if like else _beginning(folder, title)
    folder.mkdir(parents=True)
    edition = law.edition(source) if source else ""
    for name, text in written.items():
        if edition and name.startswith("own."):
            name = name.replace("own.", f"{edition}.", 1)
            text = _under_law(text, name, edition, source)
        if edition and name.endswith(LAYOUT):
            text = _cited_anew(text, source)
        if not name.endswith(".law.tsv") or not edition:
            (folder / name).write_text(text, encoding="utf-8")
    if source:
        _add_lines(folder, edition, source)
    return folder


def usual_title(id: str) -> str:
    """The title of a game that was given none.

    >>> usual_title("hot-dog")
    'Hot Dog'
    """
    return id.replace("-", " ").title()


def _beginning(folder: Path, title: str) -> dict[str, str]:
    """The files of high card, under the name and title of the new game."""
    old, new = BEGINNING.name.replace("_", " "), folder.name.replace("_", " ")
    pairs = [(old, new), (old.title(), title), (old.capitalize(), title.capitalize())]
    pairs += [(old.replace(" ", mark), new.replace(" ", mark)) for mark in "_-"]
    return {path.name: _replaced(path.read_text("utf-8"), pairs) for path in _taken(BEGINNING)}


def _taken(old: Path) -> list[Path]:
    """The files that a new game begins with; what was counted for the old one is not its own."""
    kinds = (".py", ".yaml", ".tsv")
    return [
        path
        for path in sorted(old.iterdir())
        if path.suffix in kinds and not path.name.endswith(SKIPPED)
    ]


def _replaced(text: str, pairs: list[tuple[str, str]]) -> str:
    """Each name in place of another, where the other stands as a whole.

    >>> _replaced("red_dog, red_dogs, Red Dog", [("red_dog", "hot_dog"), ("Red Dog", "Hot Dog")])
    'hot_dog, red_dogs, Hot Dog'
    """
    for before, after in pairs:
        text = re.sub(rf"(?<!\w){re.escape(before)}(?![\w-])", after, text)
    return text


# -- like another game ----------------------------------------------------------------------------


def _like(old: Game, folder: Path, title: str) -> dict[str, str]:
    """The files of another game in its first edition, as rules of one's own: under the new name and
    title, its paragraphs numbered from 1, and those of other subchapters cited with their chapter.
    Layouts and fragments of its family go with it."""
    edition = old.editions[0]
    book = old.rulebook(edition)
    (source,) = book.law_sources
    others = tuple(f"{other}." for other in old.editions[1:])
    taken = [path for path in _taken(old.folder) if not path.name.startswith(others)]
    taken += [*old.folder.parent.glob(f"*.{LAYOUT}"), *old.folder.parent.glob(FRAGMENTS)]
    pairs: list[tuple[str, str]] = []
    if "_" in old.folder.name:  # a name of one word is a word of the game besides
        pairs = [(book.title, title), (book.title.capitalize(), title.capitalize())]
        pairs += [(old.folder.name, folder.name), (old.id, folder.name.replace("_", "-"))]
    numbered = partial(_numbered, source=source, known=law.known(edition))
    written: dict[str, str] = {}
    for path in taken:
        text, name = path.read_text(encoding="utf-8"), path.name
        if path.suffix == ".py":
            text = text.replace(f"from {old.module}.", "from .").replace(
                f"from {old.module} import", "from . import"
            )
        else:
            text = numbered(text)
        if name.startswith(f"{edition}."):
            name = name.replace(edition, law.OWN, 1)
            text = _own_head(re.sub(r"\A(#.*\n)+", "", text), folder, title)
        written[name] = _replaced(text, pairs)
    rules = f"{law.OWN}.yaml"
    head = f"# {title}, begun like {old.id}. Its paragraphs are numbered in {law.OWN}.law.tsv.\n"
    written[rules] = head + re.sub(r"(?m)^title: .*", f"title: {title}", written[rules])
    lines = [f"{numbered(one.cite)}\t{one.kind}" for one in law.paragraphs(source)]
    text = "\n".join(["cite\tkind", *lines]) + "\n"
    written[f"{law.OWN}.law.tsv"] = _replaced(text, pairs)
    return written


def _own_head(text: str, folder: Path, title: str) -> str:
    """The first lines of a rulebook or of scenarios, which name game, edition and law."""
    for key, value in (
        ("game", folder.name.replace("_", "-")),
        ("edition", law.OWN),
        ("law", f"the rules of {title}"),
        ("law_sources", f"[{law.OWN}-{folder.name}]"),
    ):
        text = re.sub(rf"(?m)^{key}: .*", f"{key}: {value}", text, count=1)
    return text


def _numbered(text: str, source: str, known: Collection[str]) -> str:
    """A text with the sections of a source numbered from 1, and paragraphs of other subchapters
    with their chapter.

    >>> _numbered("20.6(b), 8.3(a), 20.99", "20", {"20.6", "20.6(b)", "8.3", "8.3(a)"})
    '1.6(b), 69F-8.3(a), 20.99'
    """

    def own(found: re.Match[str]) -> str:
        section, number, rest, paragraph = found[0], found[1], found[2], found[3]
        if section.removesuffix(paragraph) not in known:
            return section
        if number == source.lstrip("0"):
            return f"1.{rest}{paragraph}"
        return f"{CHAPTER}{section}" if paragraph else section

    return _SECTION.sub(own, text)


def _under_law(text: str, name: str, edition: str, source: str) -> str:
    """The beginning with a subchapter's number in place of its own: its cites are to be found anew,
    and until then name the whole section."""
    number = source.lstrip("0")
    text = text.replace("edition: own", f"edition: {edition}")
    text = re.sub(r"law_sources: .*", f'law_sources: ["{source}"]', text)
    text = re.sub(r"^law: .*", f"law: N.J.A.C. 13:69F-{number}", text, flags=re.MULTILINE)
    return _cited_anew(text, source)


def _cited_anew(text: str, source: str) -> str:
    first = law.paragraphs(source)[0].cite
    return re.sub(r"\b1\.\d\([a-z]\)", first, text)


def _add_lines(folder: Path, edition: str, source: str) -> None:
    """Every paragraph of the law as a line to fill: in the rulebook, and as a scenario."""
    paragraphs = law.paragraphs(source)
    book = [
        "",
        f"# Paragraphs of {source}, each to be cited above, or left to people under conduct:",
    ]
    book += [f"#   {one.cite}: {one.kind}" for one in paragraphs if one.kind != "reserved"]
    cases = ["", "  # One for each paragraph that decides something, worked out from the text:"]
    for one in paragraphs:
        if one.kind == "executed":
            cases += [
                f"  # - name: (what {one.cite} decides)",
                f"  #   cite: {one.cite}",
                "  #   bets: {1: {ante: 10}}",
                "  #   nets: {1: {}}",
            ]
    for name, lines in ((f"{edition}.yaml", book), (f"{edition}.scenarios.yaml", cases)):
        path = folder / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text + "\n".join(lines) + "\n", encoding="utf-8")
