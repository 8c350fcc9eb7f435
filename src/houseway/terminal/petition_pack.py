"""A petition pack (13:69F-8.4): every paper of a petition that can be drafted from a game, in one
archive, with a list of what the law asks and what is still missing."""

import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from houseway.certificates import petitions
from houseway.counting.result import Result
from houseway.documents.blocks import Block, Document, Grid, Heading, Words
from houseway.documents.dealer_card import dealer_card
from houseway.documents.guide import how, leaflet
from houseway.documents.layout.printed import printed, printed_svg
from houseway.documents.math_report import math_report
from houseway.documents.parsheet import parsheet
from houseway.documents.pdf import pdf
from houseway.documents.petition_papers import (
    entrance_sign,
    equipment_sheet,
    petition_letter,
    release_form,
    submission_of_test,
)
from houseway.documents.placard import write_placard
from houseway.documents.poster import poster_pdf
from houseway.documents.rules_text import house_way
from houseway.documents.subchapter import subchapter
from houseway.documents.wheel import wheel
from houseway.documents.workbook import parsheet_workbook
from houseway.games import Game
from houseway.rulebook.chapter import PetitionLaw
from houseway.rulebook.load import read
from houseway.rulebook.papers import gaps
from houseway.rulebook.petition import Petition, Shown, Trial, trial_problems
from houseway.rulebook.placard import placard
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.terminal import wanted
from houseway.terminal.example_round import example
from houseway.terminal.papers import EDITION
from houseway.terminal.parsheet import about
from houseway.terminal.scenarios import Played, played, scenario_report
from houseway.terminal.simulated import beside
from houseway.training.rehearsal import typical_rounds
from houseway.wording.titles import capital

Files = dict[str, bytes]
DATED = (1980, 1, 1, 0, 0, 0)  # every file alike, so that one game gives one list of contents
MISSING = "MISSING"
ROUNDS = 10_000  # dealt in addition to the exact figures
# the file of the pack that answers each requirement
ANSWERS = {
    "kind": "petition-letter.pdf",
    "description": "rules.pdf",
    "description.summary.objectives": "petition-letter.pdf",
    "description.summary.method": "petition-letter.pdf",
    "description.summary.wagers": "petition-letter.pdf",
    "description.draft_rules.equipment": "rules.pdf",
    "description.draft_rules.game": "rules.pdf",
    "description.figures": "math-report.pdf",
    "description.layout_sketch": "layout.pdf",
    "description.equipment_sketches": "equipment.pdf",
    "intellectual_property": "petition-letter.pdf",
    "release_and_indemnity": "release.pdf",
    "asks_for_ruling": "petition-letter.pdf",
    "asks_for_test": "petition-letter.pdf",
}
# what is enclosed with the letter, by the file that holds it
ENCLOSED = {
    "release.pdf": "Release and indemnity (8.4(d)5)",
    "rules.pdf": "Draft of proposed rules (8.4(d)3ii)",
    "equipment.pdf": "Pictures of the equipment (8.4(d)3v)",
    "layout.pdf": "Layout with its measures (8.4(d)3iv)",
    "math-report.pdf": "Mathematical report (8.4(d)3iii)",
    "par-sheet.pdf": "Par sheet, and par-sheet.xlsx with every figure as a formula",
    "sign.pdf": "Sign at the table, and sign-wall.pdf for the wall",
    "guide.pdf": "Gaming guide",
    "dealer-card.pdf": "Dealer's card",
    "scenarios.pdf": "Scenarios with their results",
    "checklist.pdf": "Checklist, with every file and its hash",
}


@dataclass(frozen=True)
class Asked:
    """The contents of a pack: a game at one table, and the petitioners' own texts."""

    game: Game
    rules: TableRules
    options: Mapping[str, Any]
    given: Petition
    author: str
    date: str
    trial: Trial = field(default_factory=Trial)
    rounds: int = ROUNDS
    strategy: bool = False


def read_trial(path: Path | None) -> Trial:
    """What has been written of the test, or nothing yet."""
    return read(Trial, path) if path else Trial()


def read_given(path: Path | None, title: str) -> Petition:
    """Return the petitioners' own data, or an empty petition."""
    return read(Petition, path) if path else Petition(title=title)


def pack(asked: Asked) -> tuple[bytes, list[Refused]]:
    """The archive, and what keeps the petition from being filed."""
    law = petitions.law(EDITION)
    results = _results(asked)
    figures = _figures(asked) if results else {}
    petition = drafted(asked, figures)
    lacking = petitions.all_problems(petition, EDITION)
    scenarios = played(asked.game, asked.rules.book.edition)
    files: Files = {
        "petition.yaml": _petition_text(petition),
        **_written(asked, law, petition),
        **_drawn(asked),
        **_counted(asked, results, figures),
        "scenarios.pdf": pdf(scenario_report(asked.game, asked.rules.book.edition, scenarios)),
        **_copied(asked.game),
    }
    lacking += _failed(scenarios, results, law)
    enclosed = [says for name, says in ENCLOSED.items() if name in {*files, "checklist.pdf"}]
    letter = petition_letter(petition, law, asked.rules, enclosed, asked.date)
    files["petition-letter.pdf"] = pdf(letter)
    files["checklist.pdf"] = pdf(checklist(law, petition, lacking, files))
    return _archive(asked.game.id, files), lacking


def _failed(
    scenarios: Sequence[Played], results: Sequence[Result], law: PetitionLaw
) -> list[Refused]:
    """What this house found wrong itself: scenarios that do not hold, figures without a count."""
    cite = law.contents.items["description.draft_rules.game"].cite
    found = [Refused(f"a scenario does not hold: {one.name}", cite)
             for one in scenarios if one.problems]  # fmt: skip
    uncounted = [one.wager for one in results if not one.second_count]
    if uncounted:
        named = ", ".join(uncounted)
        found.append(Refused(f"no second count was made of: {named}", law.figures.cite))
    return found


def _results(asked: Asked) -> list[Result]:
    if not asked.game.has_odds:
        return []
    return [result for _, result in wanted.at_table(asked.game, asked.rules, {}, "")]


def _figures(asked: Asked) -> dict[str, dict[str, Any]]:
    shown = Shown(game=asked.game.id, edition=asked.rules.book.edition, options=dict(asked.options))
    return petitions.figures(shown)


def drafted(asked: Asked, figures: Mapping[str, Mapping[str, Any]]) -> Petition:
    """The petition as far as the game itself answers; what the petitioners wrote stands."""
    book, given = asked.rules.book, asked.given.model_dump(mode="json", exclude_defaults=True)
    steps = " ".join(how(asked.rules, asked.game.handout))
    draft: dict[str, Any] = {
        "title": book.title,
        "shown": {
            "game": asked.game.id,
            "edition": book.edition,
            **({"options": dict(asked.options)} if asked.options else {}),
        },
        "description": {
            "summary": {
                "objectives": book.summary.partition(". ")[0].rstrip(".") + ".",
                "method": steps,
                "wagers": list(asked.rules.wagers),
            },
            "draft_rules": {
                "equipment": "as drafted in rules.pdf",
                "game": "as drafted in rules.pdf",
            },
            "figures": {wager: dict(stated) for wager, stated in figures.items()},
            "layout_sketch": "layout.pdf",
            "equipment_sketches": ["equipment.pdf", *map(wheel_file, book.wheels)],
        },
    }
    return Petition.model_validate(_over(draft, given))


def wheel_file(name: str) -> str:
    """The file that a picture of a wheel is in."""
    return f"{name.replace('_', '-')}.svg"


def _over(below: Any, above: Any) -> Any:
    """Merge two tables of keys; values of the first take precedence."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: _over(below.get(key), value) for key, value in above.items()}}
    return above


def _petition_text(petition: Petition) -> bytes:
    plain = petition.model_dump(mode="json", exclude_defaults=True)
    head = "# What is missing: houseway petition check petition.yaml\n"
    text = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=96)
    return (head + text).encode()


# The papers


def _written(asked: Asked, law: PetitionLaw, petition: Petition) -> Files:
    """What is written for people to read and sign."""
    game, rules = asked.game, asked.rules
    lacking = trial_problems(law, petition, asked.trial)
    return {
        "release.pdf": pdf(release_form(petition)),
        "rules.pdf": pdf(subchapter(rules.book, game.handout, house_way(game, rules))),
        "equipment.pdf": pdf(equipment_sheet(rules, game.layout(rules.book.edition))),
        "test-submission.pdf": pdf(submission_of_test(petition, asked.trial, law, lacking)),
        "entrance-sign.pdf": poster_pdf(entrance_sign(petition, asked.trial), "wall"),
    }


def _drawn(asked: Asked) -> Files:
    """Return the drawings of the game: layout, sign, guide, dealer's card."""
    game, rules = asked.game, asked.rules
    edition = rules.book.edition
    layout = game.layout(edition)
    rounds = typical_rounds(game, edition, asked.options)
    with TemporaryDirectory() as folder:
        sign = Path(folder) / "sign.pdf"
        write_placard(placard(rules, game.handout), sign)
        made = sign.read_bytes()
        write_placard(placard(rules, game.handout), sign, "wall")
        wall = sign.read_bytes()
    return {
        "layout.pdf": pdf(printed(rules, layout)),
        "layout.svg": printed_svg(rules, layout).encode(),
        **{wheel_file(name): wheel(rules.book, name).encode() for name in rules.book.wheels},
        "sign.pdf": made,
        "sign-wall.pdf": wall,
        "guide.pdf": pdf(leaflet(rules, game.handout, layout, example=example(game, rules))),
        "dealer-card.pdf": pdf(dealer_card(game, rules, game.handout, rounds)),
    }


def _counted(
    asked: Asked, results: Sequence[Result], figures: Mapping[str, Mapping[str, Any]]
) -> Files:
    """Return the report of the mathematics, and the par sheet in two forms."""
    if not results:
        return {}
    book = asked.rules.book
    told = about(asked.game, asked.rules, results, asked.author, asked.date, asked.strategy)
    simulated = beside(asked.game, asked.rules, results, asked.rounds)
    return {
        "math-report.pdf": pdf(math_report(book, results, figures, told, simulated)),
        "par-sheet.pdf": pdf(parsheet(book, results, told)),
        "par-sheet.xlsx": parsheet_workbook(book, results, told),
    }


def _copied(game: Game) -> Files:
    """The data behind it: rulebooks, worked rounds and certificates of every edition."""
    found: Files = {}
    for edition in game.editions:
        for path in (
            game.folder / f"{edition}.yaml",
            game.scenarios(edition),
            *game.act_scenarios(edition),
            game.certificate(edition),
        ):
            if path.exists():
                found[f"data/{path.name}"] = path.read_bytes()
    return found


# The checklist


def checklist(
    law: PetitionLaw, petition: Petition, lacking: Sequence[Refused], files: Mapping[str, bytes]
) -> Document:
    """Return the law's requirements for the petition, item by item, with the file that answers
    each."""
    absent = {one.reason.partition(" is missing")[0] for one in gaps(law.contents, petition)}
    rows = [
        [item.cite, item.says, _where(name, name in absent, files)]
        for name, item in law.contents.items.items()
    ]
    named = len(petition.petitioners)
    who = f"{named} named in petition.yaml" if named else MISSING
    rows.insert(0, ["8.4(d)1", "names and addresses of the petitioners", who])
    blocks: list[Block] = [
        Heading("What the Law Asks"),
        Grid("Checklist", ["paragraph", "what", "where"], rows),
        Heading("What Keeps It from Being Filed"),
    ]
    if lacking:
        told = [[one.cite, _reason(one)] for one in lacking]
        blocks.append(Grid("Missing", ["paragraph", "reason"], told))
    else:
        blocks.append(Words("Nothing: the petition is complete."))
    blocks += [Heading("Contents of This Pack"), _contents(files)]
    return Document(f"Petition pack: {petition.title}", "Checklist of 13:69F-8.4(d)", blocks)


def _reason(lacking: Refused) -> str:
    """Why a petition cannot be filed, without the names of fields."""
    _, missing, what = lacking.reason.partition(" is missing: ")
    return f"Missing: {what}" if missing else capital(words(lacking.reason))


def _where(name: str, absent: bool, files: Mapping[str, bytes]) -> str:
    if absent:
        return MISSING
    answer = ANSWERS.get(name, "petition.yaml")
    return answer if answer in files else "petition.yaml"


def _contents(files: Mapping[str, bytes]) -> Grid:
    rows = [
        [name, f"{len(content):,}", hashlib.sha256(content).hexdigest()]
        for name, content in files.items()
    ]
    return Grid("Contents", ["file", "bytes>", "SHA-256"], rows)


def _archive(id: str, files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{id}/{name}", DATED), content)
    return out.getvalue()
