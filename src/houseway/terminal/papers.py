"""Papers of the rules for every table on a terminal: petitions, tournaments, signs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import yaml

from houseway.certificates.petitions import all_problems, figures, missing_drawings
from houseway.certificates.petitions import law as petition_law
from houseway.games import Game, game, games
from houseway.rulebook.chapter import SignLaw, chapter
from houseway.rulebook.load import read
from houseway.rulebook.petition import Petition, Shown
from houseway.rulebook.placard import Placard, lines, placard
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.tournament import Tournament, problems
from houseway.terminal.console import print_json

EDITION = "nj"  # the one jurisdiction whose chapter has petitions and tournaments


def print_petition(path: Path, json: bool) -> bool:
    """Whether a petition may be filed, and what keeps it from that."""
    petition = read(Petition, path)
    found = all_problems(petition, EDITION)
    found += missing_drawings(petition_law(EDITION), petition, path.parent)
    if not json and not found and petition.description is not None:
        print(_compared(petition))
    return _print(path, found, f"{petition.title}: complete; it may be filed.", json)


def _compared(petition: Petition) -> str:
    shown = petition.shown
    if shown is None:
        return "Figures were not compared: the petition names no game of this house as shown."
    if not game(shown.game).has_odds:
        return f"Figures were not compared: the odds of {shown.game} are not computed yet."
    return f"Figures agree with the exact odds of {shown.game} ({shown.edition})."


def print_tournament(path: Path, json: bool) -> bool:
    """Whether a tournament may be held, and what keeps it from that."""
    tournament = read(Tournament, path)
    law = chapter(EDITION).tournament
    assert law is not None
    approved = [one.id for one in games().values() if EDITION in one.editions]
    found = problems(law, tournament, approved)
    return _print(path, found, f"{tournament.title}: in order; it may be held.", json)


def _print(path: Path, found: Sequence[Refused], well: str, json: bool) -> bool:
    if json:
        print_json([{"reason": one.reason, "cite": one.cite} for one in found])
        return not found
    for one in found:
        print(f"{path}: {one}")
    if not found:
        print(well)
    return not found


def print_figures(id: str, edition: str, options: Mapping[str, Any], json: bool) -> None:
    """The figures of a petition for a game, as a petition states them."""
    found = figures(Shown(game=id, edition=edition, options=dict(options)))
    if json:
        print_json(found)
    else:
        print(yaml.safe_dump({"figures": found}, sort_keys=False, allow_unicode=True), end="")


def print_sign(made: Placard, law: SignLaw, json: bool) -> None:
    """Print the lines of a table's sign, each with the paragraph that requires it."""
    found = lines((law.limits.cite, law.rules.cite), made)
    if json:
        print_json([{"text": line.text, "cite": line.cite} for line in found])
        return
    print(made.title)
    for line in found:
        print(f"{line.text} [{line.cite}]")


def sign_law(rules: TableRules) -> SignLaw:
    """The rules of signs of an edition, or a refusal."""
    if rules.chapter.signs is None:
        raise Refused(f"edition {rules.book.edition} has no rules of signs")
    return rules.chapter.signs


def write_change(
    found: Game, before: TableRules, after: TableRules, law: SignLaw, effective: datetime,
    table: str, location: str, size: str, folder: Path,
) -> list[str]:  # fmt: skip
    """Write the papers of a change of rules or limits, and return the names of the files; a change
    of limits alone is told to patrons and not to the Division."""
    from houseway.documents.pdf import pdf
    from houseway.documents.placard import placard_pdf
    from houseway.documents.poster import poster_pdf
    from houseway.documents.rule_change import (
        Changed,
        change_sign,
        changes,
        changes_rules,
        division_notice,
        sign_submission,
    )

    changed = Changed(before, after, found.handout, effective, table, location)
    if not changes(before, after, found.handout):
        raise Refused("nothing changes: name a choice with --to, or limits with --to-limit")
    made = placard(after, found.handout, place=changed.place)
    files = {
        "change-sign.pdf": poster_pdf(change_sign(changed), size),
        "sign.pdf": placard_pdf(made, size),
        "sign-submission.pdf": pdf(sign_submission(changed, made, law, size)),
    }
    if changes_rules(changed):
        files["division-notice.pdf"] = pdf(division_notice(changed))
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return sorted(files)
