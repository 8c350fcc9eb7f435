"""Papers of a petition that are written for people to sign: the letter, the release, the sheet of
the equipment, and the submission for a test with its sign (13:69F-8.4)."""

from collections.abc import Sequence

from houseway.documents.blocks import (
    TO_FILL,
    Blanks,
    Block,
    Document,
    Drawing,
    Grid,
    Heading,
    Steps,
    Terms,
    Words,
)
from houseway.documents.layout.felt import picture
from houseway.documents.pictures import card, die, tile
from houseway.documents.poster import Part, Poster
from houseway.documents.svg import tag
from houseway.documents.wheel import wheel
from houseway.equipment.cards import cards
from houseway.equipment.tiles import FIRST
from houseway.rulebook.chapter import PetitionLaw
from houseway.rulebook.layout import Layout
from houseway.rulebook.petition import Petition, Trial
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.wording import regulation
from houseway.wording.titles import capital, wager_title

TO = "New Jersey Division of Gaming Enforcement, Intake Unit"
DICE = "dice"  # the family
SIGNED = ("Name and title", "Date", "Signature", "For (petitioner)")
RELEASE = (
    "The petitioners named below, jointly and severally, release the State of New Jersey and the "
    "Division of Gaming Enforcement, and their officers, employees and agents, from every "
    "copyright, trademark, patent or other claim that any of them has or may have because of the "
    "review, test, approval, denial or operation of the game, its name or the equipment used to "
    "play it.",
    "The petitioners shall indemnify and hold harmless the State of New Jersey and the Division "
    "against every copyright, trademark, patent or other claim that any other person makes because "
    "of the same.",
    "The petitioners are jointly and severally liable for all regulatory review costs and other "
    "related expenses of the Division in the review, testing and approval of the game.",
    "This form is a draft; it takes effect in the form and with the content that the Division "
    "finds satisfactory.",
)


def petition_letter(
    petition: Petition, law: PetitionLaw, rules: TableRules, enclosed: Sequence[str], date: str
) -> Document:
    """Return the letter that asks for the game: petitioners, kind, requests, what is enclosed."""
    book = rules.book
    description = petition.description
    summary = description.summary if description else None
    kinds = law.kinds.names
    kind = kinds.get(petition.kind, "") or f"{TO_FILL} ({'; '.join(kinds.values())})"
    asks = [
        "a declaratory ruling that the game is such a game (8.4(d)6)"
        if petition.asks_for_ruling
        else f"a declaratory ruling (8.4(d)6): not requested yet {TO_FILL}",
        "a test of the game, if it is approved (8.4(d)7)"
        if petition.asks_for_test
        else f"a test of the game (8.4(d)7): not requested yet {TO_FILL}",
    ]
    wagers = summary.wagers if summary else []
    blocks: list[Block] = [
        Terms([("To", TO), ("Date", date), ("Re", f"Petition for approval of {petition.title}")]),
        Heading("Petitioners"),
        _petitioners(petition),
        Heading("The Game"),
        Terms(
            [
                ("Kind", capital(kind)),
                ("Objective", summary.objectives if summary else TO_FILL),
                ("Method of play", summary.method if summary else TO_FILL),
                ("Wagers", ", ".join(wager_title(one, book) for one in wagers) or TO_FILL),
                ("Copyrights, trademarks, patents", petition.intellectual_property or TO_FILL),
            ]
        ),
        Heading("Requests"),
        Words("The petitioners ask the Division for:"),
        Steps(asks),
        Heading("Enclosed"),
        Steps(list(enclosed)),
    ]
    blocks += _signatures(petition)
    return Document(f"Petition: {petition.title}", "N.J.A.C. 13:69F-8.4(d)", blocks)


def _signatures(petition: Petition) -> list[Block]:
    """Lines to sign for each petitioner, or for one that is not named yet."""
    names = [f"For {one.name}" for one in petition.petitioners] or [SIGNED[3]]
    return [Blanks((*SIGNED[:3], name)) for name in names]


def _petitioners(petition: Petition) -> Grid:
    licenses = {"casino": "casino licensee", "csi": "CSI licensee", "none": "no license"}
    rows = [
        [
            one.name or TO_FILL,
            one.address or TO_FILL,
            f"{one.interest or TO_FILL}; {licenses[one.licence]}",
            "agrees to the test" if one.agrees_to_test else "-",
        ]
        for one in petition.petitioners
    ] or [[TO_FILL, TO_FILL, TO_FILL, "-"]]
    return Grid("Petitioners", ["Name", "Address", "Interest", "Test"], rows)


def release_form(petition: Petition) -> Document:
    """Return the agreement that releases and indemnifies Division and State, to be signed."""
    told = petition.release_and_indemnity
    blocks: list[Block] = [
        Words(f"Game: {petition.title}"),
        Steps(list(RELEASE)),
    ]
    if told:
        blocks += [Heading("Stated in the Petition"), Words(f"{capital(told)}.")]
    blocks.append(Heading("Petitioners"))
    blocks += _signatures(petition)
    under = "N.J.A.C. 13:69F-8.4(d)5"
    return Document(f"Release and indemnity: {petition.title}", under, blocks)


def equipment_sheet(rules: TableRules, layout: Layout | None) -> Document:
    """Return what the game is played with, in words and pictures."""
    book = rules.book
    blocks: list[Block] = [
        Heading("Equipment"),
        Steps([one.text for one in _in_full(rules)]),
        Heading("Layout"),
        Drawing(picture(rules, layout), "The layout; its measures are in layout.pdf."),
    ]
    for name, one in book.wheels.items():
        blocks += [Heading(one.name), Drawing(wheel(book, name), one.name)]
    if pieces := pieces_picture(rules):
        blocks += [Heading("Pieces"), Drawing(pieces)]
    return Document(f"Equipment: {book.title}", "N.J.A.C. 13:69F-8.4(d)3v", blocks)


def _in_full(rules: TableRules) -> list[regulation.Clause]:
    found = regulation.equipment(rules.book)
    return [
        regulation.Clause(" ".join([one.text, *(part.text for part in one.parts)])) for one in found
    ]


def pieces_picture(rules: TableRules) -> str:
    """Return a picture of the cards, tiles or dice of a game; nothing where it has none."""
    book = rules.book
    if book.deck and book.deck.kind == "tiles":
        row = "".join(tile(FIRST + at, 66 * at, 0, 60) for at in range(8))
        return _picture(row, 528, 120)
    if book.deck:
        shown = cards("As Kh Qd Jc Ts 9h")
        drawn = "".join(card(one, 106 * at, 0, 100) for at, one in enumerate(shown))
        return _picture(drawn, 636, 140)
    if book.family == DICE:
        drawn = "".join(die(spots, 110 * (spots - 1), 0, 100) for spots in range(1, 7))
        return _picture(drawn, 660, 100)
    return ""


def _picture(inside: str, wide: float, high: float) -> str:
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide} {high}")


# The test


def submission_of_test(
    petition: Petition, trial: Trial, law: PetitionLaw, lacking: Sequence[Refused]
) -> Document:
    """Return what petitioners submit for the test that follows preliminary approval (8.4(f))."""
    answers = {
        "casinos": "; ".join(trial.casinos),
        "dates_and_times": trial.dates_and_times,
        "tables_or_equipment": trial.tables_or_equipment,
        "signage": trial.signage or "as on entrance-sign.pdf",
        "success_criteria": trial.success_criteria,
        "documentation": trial.documentation,
    }
    rows = [
        [item.cite, capital(item.says), answers.get(name) or TO_FILL]
        for name, item in law.test.items.items()
    ]
    blocks: list[Block] = [
        Words("To be submitted once the game has preliminary approval."),
        Heading("The Test"),
        Grid("Test", ["Paragraph", "What", "Proposed"], rows),
        Heading("Petitioners without a License"),
        *_unlicensed(petition, trial, law),
        Heading("Record of the Test"),
        Words("One line for each shift in which the game is tested:"),
        Grid(
            "Record",
            ["Date", "Shift", "Table", "Rounds", "Drop", "Win", "Incidents, disputes, errors"],
            [["…" * 4, *["…" * 3] * 5, TO_FILL] for _ in range(10)],
        ),
    ]
    if lacking:
        told = [[one.cite, capital(one.reason)] for one in lacking]
        blocks += [
            Heading("What This Submission Lacks"),
            Grid("Lacking", ["Paragraph", "Reason"], [[a, b.replace("_", " ")] for a, b in told]),
        ]
    blocks.append(Blanks(SIGNED))
    return Document(f"Test submission: {petition.title}", law.test.cite, blocks)


def _unlicensed(petition: Petition, trial: Trial, law: PetitionLaw) -> list[Block]:
    rows = []
    for one in petition.petitioners:
        if one.licence == "none":
            filed = trial.filings.get(one.name)
            rows.append(
                [
                    one.name or TO_FILL,
                    (filed.csi_application if filed else "") or TO_FILL,
                    "paid" if filed and filed.csi_fee_paid else TO_FILL,
                    (filed.waiver_application if filed else "") or TO_FILL,
                ]
            )
    if not rows:
        return [Words("None is named." if petition.petitioners else TO_FILL)]
    heads = ["Petitioner", "CSI application", "Fee", "Transactional waiver, if required"]
    return [Grid("Licenses", heads, rows)]


def entrance_sign(petition: Petition, trial: Trial) -> Poster:
    """Return the sign that is posted at the entrances of a casino in which the game is tested."""
    when = trial.dates_and_times or TO_FILL
    return Poster(
        petition.title,
        [
            Part("Test of a New Game", (
                "This game is being tested here under the terms of the Division of Gaming "
                "Enforcement.",
                "Its rules may change while the test lasts. The rules in effect are posted at each "
                "table and kept at the security podium.",
            )),
            Part("When and Where", (when, trial.tables_or_equipment or TO_FILL)),
            Part("Casino", ("; ".join(trial.casinos) or TO_FILL,)),
        ],
        "N.J.A.C. 13:69F-8.4(f) and (g)",
    )  # fmt: skip
