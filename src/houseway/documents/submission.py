"""The report of a submission to a laboratory: which files decide a game, where chance comes from,
what was computed and tested, what has changed since the last submission, how to repeat it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from houseway.counting.result import Result
from houseway.documents.blocks import Blanks, Block, Document, Grid, Heading, Steps, Words
from houseway.documents.parsheet import SIGNATURES, percent
from houseway.equipment.fairness import Measured
from houseway.rulebook.handout import Handout
from houseway.rulebook.models import Rulebook
from houseway.wording.titles import capital, plain_title, wager_title

CHANCE = (
    "A live table draws from the ChaCha20 keystream (RFC 8439) with a zero nonce, read as 32-bit "
    "little-endian words. Its 32-byte key comes from the operating system's generator (os.urandom) "
    "and is never shown while it is in use; the house commits to a key before it is used and "
    "reveals it afterward, so that every draw can be repeated.",
    "A number below n is the remainder of a word by n; words from the largest multiple of n upward "
    "are dropped, so that no number is likelier than another.",
    "Cards are shuffled by Fisher and Yates: each position from the last to the second changes "
    "places with one that is drawn from those up to and including itself.",
    "A simulation uses Philox4x32-10 in place of ChaCha20, so that a seed gives the same rounds "
    "everywhere. No live table uses it.",
)
HOW_TESTED = (
    "Each figure is a chi-square in parts of the value that a fair source exceeds once in 100,000 "
    "times; below 1.00 it passes. The source was the live one, with the key given below."
)


@dataclass(frozen=True)
class File:
    """A file that decides something about the game."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Submission:
    """Everything that a submission says, gathered."""

    book: Rulebook
    handout: Handout
    version: str
    date: str
    author: str
    files: Sequence[File]
    packages: Mapping[str, str]
    key: str
    known_answers: bool
    tested: Sequence[Measured]
    results: Sequence[Result]
    certificates: Mapping[str, str]
    scenarios: Sequence[tuple[str, int, int]]
    changes: Sequence[tuple[str, str]] | None
    before: str
    commands: Sequence[str]


def submission(made: Submission) -> Document:
    """Return the report."""
    book = made.book
    blocks: list[Block] = [
        Heading("Identification"),
        _identification(made),
        Heading("Changes Since the Last Submission"),
        *_changes(made),
        Heading("Random Source"),
        *(Words(line) for line in CHANCE),
        Heading("Tests of the Random Source", 2),
        Words(HOW_TESTED, quiet=True),
        _tested(made),
        Words(f"Key of these tests: {made.key}", quiet=True),
        Heading("Figures"),
        *_figures(made),
        Heading("Scenarios"),
        _scenarios(made),
        Heading("Commands That Repeat This"),
        Words("In the folder of this submission, with the version above installed:"),
        Steps(list(made.commands)),
        Heading("Files That Decide"),
        Words(
            "Every file of the game and every file of the layers below it that these import. The "
            "folder source has a copy of each."
        ),
        Grid(
            "Files",
            ["File", "Bytes>", "SHA-256"],
            [[one.path, f"{one.bytes:,}", one.sha256] for one in made.files],
        ),
        Heading("Packages"),
        Grid("Packages", ["Package", "Version"], [list(one) for one in made.packages.items()]),
        Heading("Signatures"),
        Blanks(SIGNATURES),
    ]
    under = f"{book.law}, edition {book.edition}"
    running = f"{book.title} · submission of {made.date} · rulebook {book.hash[:16]}"
    return Document(f"Submission: {book.title}", under, blocks, running=running)


def _identification(made: Submission) -> Grid:
    rows = [
        ["Game", made.book.title],
        ["Law", f"{made.book.law}, edition {made.book.edition}"],
        ["Rulebook (SHA-256)", made.book.hash],
        *([f"Certificate of edition {name} (SHA-256)", sha] for name, sha in
          made.certificates.items()),
        ["Software", f"houseway {made.version}"],
        ["Date", made.date],
        ["Author", made.author or "-"],
        ["Files that decide", f"{len(made.files)}"],
    ]  # fmt: skip
    return Grid("Identification", ["", "Value"], rows)


def _changes(made: Submission) -> list[Block]:
    if made.changes is None:
        return [Words("None is named: this is the first submission, or --since was not given.")]
    if not made.changes:
        return [Words(f"No deciding file differs from the submission in {made.before}.")]
    rows = [[what, path] for what, path in made.changes]
    return [
        Words(f"Compared with the submission in {made.before}:"),
        Grid("Changes", ["What", "File"], rows),
    ]


def _tested(made: Submission) -> Grid:
    rows = [
        ["Published keystream of RFC 8439, A.1", "32 words", "", "", _passed(made.known_answers)]
    ]
    rows += [
        [one.what, f"{one.times:,}", f"{one.freedom:,}", f"{one.part:.2f}", _passed(one.passed)]
        for one in made.tested
    ]
    columns = ["Test", "Drawn>", "Degrees of freedom>", "Chi-square>", "Result"]
    return Grid("Tests of the random source", columns, rows)


def _passed(well: bool) -> str:
    return "passed" if well else "FAILED"


def _figures(made: Submission) -> list[Block]:
    if not made.results:
        return [Words("The mathematics of this game are not computed.")]
    rows = [
        [
            wager_title(one.wager, made.book, made.handout),
            plain_title(one.table) if one.table else "-",
            percent(one.outcomes.house_advantage, 6),
            capital(str(one.method)),
            capital(one.recounted) or "None",
        ]
        for one in made.results
    ]
    columns = ["Wager", "Table", "House advantage>", "Method", "Second method"]
    return [
        Words("par-sheet.pdf has every outcome, par-sheet.xlsx every formula."),
        Grid("Figures", columns, rows),
    ]


def _scenarios(made: Submission) -> Grid:
    rows = [[path, f"{held:,}", f"{count:,}"] for path, held, count in made.scenarios]
    return Grid("Scenarios", ["File", "Hold>", "Of>"], rows)
