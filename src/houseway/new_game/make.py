"""A folder to begin a game with, which runs as it is.

It is high card (``high_card``), a whole small game, under another name; or, ``like`` another game,
that game's round, rulebook and scenarios. What its law asks for stands in it as lines to fill.
"""

import re
from pathlib import Path

from houseway.games import Game
from houseway.rulebook import law
from houseway.rulebook.layout import FILE as LAYOUT
from houseway.rulebook.refusal import Refused

BEGINNING = Path(__file__).parent / "high_card"
SKIPPED = (".certificate.json", "usual.json", "equivalent_mutants.yaml")


def make(id: str, into: Path, source: str = "", like: Game | None = None) -> Path:
    """A new game's folder. Its paragraphs are those of a ``source`` of the law or, without one, of
    a list of its own."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", id):
        raise Refused(f"{id!r} is no name for a game: small letters and dashes, as red-dog")
    if source and source not in law.sources():
        raise Refused(f"there is no subchapter {source!r}: one of {', '.join(law.sources())}")
    folder = into / id.replace("-", "_")
    if folder.exists():
        raise Refused(f"{folder} is there already")
    old = like.folder if like else BEGINNING
    written = {path.name: path.read_text(encoding="utf-8") for path in _taken(old)}
    if like:  # what its family's layouts are like goes with it
        for path in like.folder.parent.glob(f"*.{LAYOUT}"):
            written[path.name] = path.read_text(encoding="utf-8")
    folder.mkdir(parents=True)
    edition = law.edition(source) if source else ""
    for name, text in written.items():
        renamed = _renamed(text, old, folder, like)
        if edition and name.startswith("own."):
            name = name.replace("own.", f"{edition}.", 1)
            renamed = _under_law(renamed, name, edition, source)
        if edition and name == LAYOUT:
            renamed = _cited_anew(renamed, source)
        if not name.endswith(".law.tsv") or not edition:
            (folder / name).write_text(renamed, encoding="utf-8")
    if source:
        _add_lines(folder, edition, source)
    return folder


def _taken(old: Path) -> list[Path]:
    """The files that a new game begins with; what was counted for the old one is not its own."""
    kinds = (".py", ".yaml", ".tsv")
    return [
        path
        for path in sorted(old.iterdir())
        if path.suffix in kinds and not path.name.endswith(SKIPPED)
    ]


def _renamed(text: str, old: Path, new: Path, like: Game | None) -> str:
    """What names the old game names the new one; its own modules are found beside it."""
    if like:
        text = text.replace(f"from {like.module}.", "from .").replace(
            f"from {like.module} import", "from . import"
        )
    for before, after in (
        (old.name, new.name),
        (old.name.replace("_", "-"), new.name.replace("_", "-")),
        (old.name.replace("_", " ").title(), new.name.replace("_", " ").title()),
        (old.name.replace("_", " ").capitalize(), new.name.replace("_", " ").capitalize()),
    ):
        text = text.replace(before, after)
    return text


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
