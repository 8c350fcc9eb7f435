"""A payout fund between its first contribution and its last payment (14.19(d) to (l)).

A ``Fund`` is what is known of it; each act gives a new one or is refused with its paragraph. What
boxes must hold and what the record shows comes from whoever keeps the books: in a scenario from
``contribute`` and ``win``, in a house from its ledger.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

from houseway.games.pots.poker.payouts import papers
from houseway.games.pots.poker.payouts.law import Act, PayoutLaw
from houseway.rulebook.acts import Done
from houseway.rulebook.chapter import Named, Said
from houseway.rulebook.load import BadFile, check
from houseway.rulebook.models import Model
from houseway.rulebook.money import dollars, money
from houseway.rulebook.papers import Paper, gaps, look_up, raise_first
from houseway.rulebook.refusal import Refused

Stage = Literal["planned", "offered", "ended", "closed"]
BOX, CONTAINER = "box", "container"
CLOSED_TABLE = "closed_table"
SUPERVISOR = "supervisor"
Cited = Said | Named | Paper


@dataclass(frozen=True)
class Box:
    """The box or container of one table."""

    held: int = 0  # what pots have put in since it was last counted, in cents
    since: date | None = None  # the gaming day of the first of it
    counted: date | None = None  # when it was last counted
    open: bool = True  # the table takes contributions


@dataclass(frozen=True)
class Sheet:
    """A Payout Contribution Form that is not matched yet."""

    serial: int
    table: str
    amount: int
    dealer: str
    witness: str
    day: date
    deposited: bool = False


@dataclass(frozen=True)
class Difference:
    """Something that was found otherwise than it should be."""

    day: date
    what: str
    due: int
    found: int
    cite: str

    @property
    def says(self) -> str:
        """In words."""
        return f"{self.what}: {money(self.found)} found, {money(self.due)} due"


@dataclass(frozen=True)
class Fund:
    """One fund. Amounts are cents."""

    payout: str
    filing: papers.Filing | None = None
    stage: Stage = "planned"
    record: int = 0  # of the accounting department: what players are owed
    display: int = 0
    paid: int = 0  # to winners since the display was adjusted
    boxes: Mapping[str, Box] = field(default_factory=dict)
    carried: int = 0  # counted at tables, on its way to the cage
    forms: Mapping[int, Sheet] = field(default_factory=dict)
    used: frozenset[int] = frozenset()  # serial numbers
    missing: tuple[str, ...] = ()  # parts of forms that did not come
    revenue: int = 0  # added to poker revenue in the Master Game Report
    differences: tuple[Difference, ...] = ()
    matched: date | None = None
    adjusted: date | None = None
    history: tuple[Done, ...] = ()


# -- before it is offered --------------------------------------------------------------------------


def file(law: PayoutLaw, fund: Fund, filing: papers.Filing) -> Fund:
    """Procedures for ending the payout go to the Division, with the controls of the count."""
    raise_first(gaps(law.plan, filing))
    if not (filing.contributions.strip() or filing.transfers.strip()):
        told = "contributions or transfers is missing: how contributions end or where amounts go"
        raise Refused(told, law.plan_ways.cite)
    _one_of(law.methods, filing.method, "method")
    if filing.method == BOX:
        _one_of(law.places, filing.place, "place of a count")
        return _on(replace(fund, filing=filing), "filed", law.plan, law.plan_ways, law.box)
    _one_of(law.witnesses, filing.witness, "witness")
    return _on(replace(fund, filing=filing), "filed", law.plan, law.plan_ways, law.container)


def offer(law: PayoutLaw, fund: Fund, paper: papers.OneTable) -> Fund:
    """A table begins to offer the payout."""
    check_offer(law, fund.payout, fund.filing is not None, fund.stage)
    check_submitted(law, _filed(law, fund), paper.day)
    box = fund.boxes.get(paper.table, Box())
    boxes = {**fund.boxes, paper.table: replace(box, open=True)}
    return _on(replace(fund, stage="offered", boxes=boxes), "offered", law.plan)


def check_offer(law: PayoutLaw, payout: str, filed: bool, stage: Stage = "offered") -> None:
    """Refuse a payout whose end is not planned, or that has come to its end."""
    name = law.payouts.names[payout]
    if not filed:
        told = f"no {name} is offered before procedures for ending it are filed"
        raise Refused(told, law.plan.cite)
    if stage in ("ended", "closed"):
        raise Refused(f"the {name} is {stage}: no table offers it", law.ended.holds.cite)


def check_submitted(law: PayoutLaw, filing: papers.Filing, today: date) -> None:
    """Refuse procedures that are to be submitted some day."""
    if filing.submitted is None or filing.submitted > today:
        raise Refused(f"the procedures are submitted on {filing.submitted}", law.plan.cite)


def contribute(law: PayoutLaw, fund: Fund, paper: papers.Contribution) -> Fund:
    """A pot's contribution goes into the box; a container that is full takes no more."""
    box = _box(law, fund, paper.table)
    if fund.stage != "offered" or not box.open:
        raise Refused(f"table {paper.table} takes no contributions", law.ended.holds.cite)
    held = box.held + paper.amount
    room = _filed(law, fund).capacity
    if _filed(law, fund).method == CONTAINER and room and held > room:
        told = f"the container of table {paper.table} is full at {money(room)}: it is counted first"
        raise Refused(told, f"{law.container.cite}, {law.when.cite}")
    kept = replace(box, held=held, since=box.since or paper.day)
    boxes = {**fund.boxes, paper.table: kept}
    return replace(fund, boxes=boxes, record=fund.record + paper.amount)


def win(law: PayoutLaw, fund: Fund, paper: papers.Won) -> Fund:
    """A verified hand is paid, and the display is pending adjustment."""
    if paper.amount > fund.record:
        raise Refused(f"the fund holds {money(fund.record)}", law.players.cite)
    return replace(fund, record=fund.record - paper.amount, paid=fund.paid + paper.amount)


# -- boxes -----------------------------------------------------------------------------------------


def count_at_table(law: PayoutLaw, fund: Fund, paper: papers.AtTable) -> Fund:
    """A dealer counts a box at a closed table; its contents go to the cage under lock."""
    _by_method(law, fund, BOX)
    _at_place(law, fund, CLOSED_TABLE)
    box = _box(law, fund, paper.table)
    _check_act(law.at_table, paper)
    found = _amount(paper.found, "found", law.at_table.holds.cite)
    fund = _counted(fund, {paper.table: (box, found)}, paper.day, law.at_table.holds.cite)
    fund = replace(fund, carried=fund.carried + found)
    return _on(fund, f"box of table {paper.table} counted", law.box, law.at_table.holds)


def verify(law: PayoutLaw, fund: Fund, paper: papers.Verified) -> Fund:
    """A cashier verifies the aggregate of what was counted at tables."""
    if not fund.carried:
        raise Refused("nothing that was counted at a table is on its way", law.verified.holds.cite)
    _check_act(law.verified, paper)
    found = _amount(paper.found, "found", law.verified.holds.cite)
    fund = _differs(fund, paper.day, "the cage", fund.carried, found, law.verified.holds.cite)
    return _on(replace(fund, carried=0), "aggregate verified", law.verified.holds)


def count_in_cage(law: PayoutLaw, fund: Fund, paper: papers.InCage) -> Fund:
    """Cashiers count every box in the cage; a supervisor has accounted for all of them."""
    _by_method(law, fund, BOX)
    _at_place(law, fund, paper.place)
    _check_act(law.in_cage, paper)
    for table, box in fund.boxes.items():
        if box.held and table not in paper.found:
            raise Refused(f"the box of table {table} is not accounted for", law.every_box.cite)
    counts = {table: (_box(law, fund, table), found) for table, found in paper.found.items()}
    fund = _counted(fund, counts, paper.day, law.verified.holds.cite)
    return _on(fund, "boxes counted in the cage", law.box, law.in_cage.holds, law.verified.holds)


# -- containers ------------------------------------------------------------------------------------


def count_container(law: PayoutLaw, fund: Fund, paper: papers.Container) -> Fund:
    """The dealer counts a container before a witness; its chips go back to the table inventory, and
    a numbered form tells how many."""
    _by_method(law, fund, CONTAINER)
    filed = _filed(law, fund)
    _one_of(law.witnesses, paper.procedure, "procedure")
    if paper.procedure != filed.witness:
        told = f"all tables count before {law.witnesses.names[filed.witness]}"
        raise Refused(told, law.same_everywhere.cite)
    if paper.procedure == SUPERVISOR:
        _check_act(law.supervised, paper)
        law_of_witness: list[Cited] = [law.supervised.holds]
    else:
        _check_act(law.second_department, paper)
        check_witness(law, filed, paper.witness or papers.Witness())
        law_of_witness = [law.licenses, law.barred]
    form = paper.form
    raise_first(gaps(law.form, form, "the form"))
    box, amount = _box(law, fund, form.table), dollars(form.amount)
    if form.payout != fund.payout:
        told = f"the form says {form.payout!r} and the payout is {fund.payout!r}"
        raise Refused(told, law.form.items["payout"].cite)
    if form.serial in fund.used:
        raise Refused(f"form {form.serial} was used already", law.form.cite)
    dealer = paper.counted_by.name if paper.counted_by else ""
    witness = paper.witness.name if paper.witness else ""
    if dealer == witness:
        raise Refused(f"{dealer} does not witness a count of one's own", law.witnesses.cite)
    sheet = Sheet(form.serial, form.table, amount, dealer, witness, paper.day)
    fund = _counted(fund, {form.table: (box, amount)}, paper.day, law.when.cite)
    fund = replace(fund, forms={**fund.forms, form.serial: sheet}, used=fund.used | {form.serial})
    said = f"container of table {form.table} counted, form {form.serial}"
    return _on(fund, said, law.container, law.when, law.witnesses, *law_of_witness, law.form)


def check_witness(law: PayoutLaw, filed: papers.Filing, witness: papers.Witness) -> None:
    """Refuse somebody who may not witness a count for a second department."""
    if not witness.department.strip():
        told = f"the department of {witness.name or 'the witness'} is not told"
        raise Refused(told, law.witnesses.cite)
    if witness.department in law.barred.names:
        told = f"{witness.name} is of {law.barred.names[witness.department]}"
        raise Refused(f"{told} and may not witness a count", law.barred.cite)
    _one_of(law.licenses, witness.license, "license")
    if witness.position in filed.incompatible:
        told = f"it is incompatible with the work of a {_words(witness.position)}"
        raise Refused(f"{witness.name} may not witness a count: {told}", law.incompatible.cite)
    if witness.position not in filed.positions:
        told = f"the internal controls do not identify a {_words(witness.position) or 'witness'}"
        raise Refused(told, law.named.cite)


def deposit(law: PayoutLaw, fund: Fund, paper: papers.Deposit) -> Fund:
    """The original goes into the drop box, the duplicate into the locked accounting box."""
    sheet = fund.forms.get(paper.serial)
    if sheet is None or sheet.deposited:
        raise Refused(f"there is no form {paper.serial} to deposit", law.deposited.holds.cite)
    _check_act(law.deposited, paper)
    for part, where in (("original", paper.original_in), ("duplicate", paper.duplicate_in)):
        if where != law.goes_to.names[part]:
            told = f"the {part} goes into the {_words(law.goes_to.names[part])}"
            raise Refused(told, law.goes_to.cite)
    if paper.original_by is None or paper.original_by.name != sheet.dealer:
        told = f"{sheet.dealer} completed the form and deposits the original"
        raise Refused(told, law.deposited.holds.cite)
    if paper.duplicate_by is None or paper.duplicate_by.name != sheet.witness:
        told = f"{sheet.witness} verified the count and places the duplicate"
        raise Refused(told, law.deposited.holds.cite)
    forms = {**fund.forms, sheet.serial: replace(sheet, deposited=True)}
    return _on(replace(fund, forms=forms), f"form {sheet.serial} deposited", law.deposited.holds)


def match(law: PayoutLaw, fund: Fund, paper: papers.Match) -> Fund:
    """Accounting holds duplicates against originals; forms that are missing are found by number,
    and a duplicate without its original adds its amount to poker revenue."""
    _check_act(law.matched, paper)
    cite = law.matched.holds.cite
    sheets = {serial: one for serial, one in fund.forms.items() if one.deposited}
    for what, given in (("duplicate", paper.duplicates), ("original", paper.originals)):
        for serial in given:
            if given.count(serial) > 1:
                raise Refused(f"there are two {what}s {serial}", cite)
            if serial not in sheets:
                raise Refused(f"no form {serial} waits to be matched", cite)
    duplicates, originals = set(paper.duplicates), set(paper.originals)
    missing, revenue = list(fund.missing), fund.revenue
    for serial, sheet in sorted(sheets.items()):
        for part, there in (("original", originals), ("duplicate", duplicates)):
            if serial not in there:
                missing.append(f"{part} {serial}")
        if serial in duplicates - originals:
            revenue += sheet.amount
    rest = {serial: one for serial, one in fund.forms.items() if serial not in sheets}
    found = replace(fund, forms=rest, missing=tuple(missing), revenue=revenue, matched=paper.day)
    told = f"forms matched: {len(duplicates)} duplicates, {len(originals)} originals"
    unmatched = [law.unmatched] if revenue > fund.revenue else []
    return _on(found, told, law.match_daily, law.matched.holds, *unmatched)


# -- record and display ----------------------------------------------------------------------------


def adjust(law: PayoutLaw, fund: Fund, paper: papers.Adjust) -> Fund:
    """Accounting sets the display to its record before a poker supervisor, and verifies what
    patrons see."""
    _check_act(law.adjusted, paper)
    shown = _amount(paper.display, "display", law.current.cite)
    if shown < fund.display - fund.paid:
        told = f"the display shows {money(fund.display)} and {money(fund.paid)} of it was paid"
        raise Refused(f"{told}: it does not fall to {money(shown)}", law.never_less.cite)
    if shown != fund.record:
        told = f"the record shows {money(fund.record)}, not {money(shown)}"
        raise Refused(told, law.current.cite)
    seen = _amount(paper.seen, "seen", law.compared.cite)
    fund = replace(fund, display=shown, paid=0, adjusted=paper.day)
    fund = _differs(fund, paper.day, "the display", shown, seen, law.compared.cite)
    said = f"display adjusted to {money(shown)}"
    return _on(fund, said, law.record, law.adjust_when, law.current, law.compared)


# -- days and ends ---------------------------------------------------------------------------------


def due(law: PayoutLaw, fund: Fund, day: date) -> list[Refused]:
    """What is still to be done of a gaming day, and of those before it, in the order of the law."""
    found: list[Refused] = []
    method = fund.filing.method if fund.filing else BOX
    cite = law.when.cite if method == CONTAINER else law.days_between_counts.cite
    room = fund.filing.capacity if fund.filing else 0
    for table, box in sorted(fund.boxes.items()):
        if not box.held:
            continue
        told = f"the {method} of table {table} is to be counted: {money(box.held)}"
        if method == CONTAINER and room and box.held >= room:
            told += ", it is full"
        elif not box.open:
            told += ", the table is closed"
        elif box.since and (day - box.since).days >= law.days_between_counts.days:
            told += f", since {box.since}"
        found.append(Refused(told, cite))
    if fund.carried:
        told = f"a cashier verifies {money(fund.carried)} that was counted at tables"
        found.append(Refused(told, law.verified.holds.cite))
    for serial, sheet in sorted(fund.forms.items()):
        what = "matched" if sheet.deposited else "deposited"
        cite = (law.matched if sheet.deposited else law.deposited).holds.cite
        found.append(Refused(f"form {serial} is to be {what}", cite))
    if fund.stage == "offered" and (fund.paid or fund.adjusted != day):
        why = "a hand was paid" if fund.paid else "once each gaming day"
        told = f"the display is to be adjusted from {money(fund.display)} to {money(fund.record)}"
        found.append(Refused(f"{told}: {why}", law.adjust_when.cite))
    return found


def close_day(law: PayoutLaw, fund: Fund, paper: papers.Day) -> Fund:
    """The gaming day is closed when nothing of it is left to be done."""
    raise_first(due(law, fund, paper.day))
    return _on(fund, f"{paper.day} closed", law.record, law.adjust_when)


def close_table(law: PayoutLaw, fund: Fund, paper: papers.OneTable) -> Fund:
    """A table closes; its container is counted before."""
    box = _box(law, fund, paper.table)
    check_closing(law, fund, paper.table)
    return replace(fund, boxes={**fund.boxes, paper.table: replace(box, open=False)})


def check_closing(law: PayoutLaw, fund: Fund, table: str) -> None:
    """Refuse to close a table whose container holds something that is not counted."""
    box = fund.boxes.get(table, Box())
    if fund.filing and fund.filing.method == CONTAINER and box.held:
        told = f"the container of table {table} holds {money(box.held)}: it is counted first"
        raise Refused(told, f"{law.container.cite}, {law.when.cite}")


def end(law: PayoutLaw, fund: Fund, paper: papers.End) -> Fund:
    """Contributions end, at every table."""
    _check_act(law.ended, paper)
    if fund.stage != "offered":
        raise Refused(f"the payout is {fund.stage}", law.ended.holds.cite)
    for table, box in sorted(fund.boxes.items()):
        if box.open:
            raise Refused(f"table {table} still takes contributions", law.ended.holds.cite)
    return _on(replace(fund, stage="ended"), "contributions ended", law.ended.holds)


def transfer(law: PayoutLaw, fund: Fund, paper: papers.Transfer) -> Fund:
    """What is left goes to another payout."""
    if not paper.to.strip():
        raise Refused("it goes to another payout; none is named", law.to_patrons.cite)
    if not _filed(law, fund).transfers.strip():
        raise Refused("the procedures on file know no transfer", law.plan_ways.cite)
    said = f"{money(paper.amount)} transferred to {paper.to}"
    return _on(_out(law, fund, paper.amount), said, law.to_patrons)


def check_taker(law: PayoutLaw, payout: str) -> None:
    """Refuse what is no payout of poker players."""
    if payout not in law.payouts.names:
        raise Refused(f"{payout!r} is no payout: all of it goes to players", law.to_patrons.cite)


def pay_out(law: PayoutLaw, fund: Fund, paper: papers.PayOut) -> Fund:
    """What is left is paid to poker players by a posted rule."""
    _check_act(law.paid_out, paper)
    for name, amount in paper.players.items():
        if not amount:
            raise Refused(f"{name} is paid nothing", law.to_patrons.cite)
    total = sum(paper.players.values())
    return _on(_out(law, fund, total), f"{money(total)} paid to players", law.to_patrons)


def close(law: PayoutLaw, fund: Fund, paper: papers.Day) -> Fund:
    """The fund is closed when nothing is left in it."""
    if fund.stage != "ended":
        raise Refused(f"the payout is {fund.stage}: contributions end first", law.ended.holds.cite)
    if fund.record:
        told = f"{money(fund.record)} of the fund has not reached poker patrons"
        raise Refused(told, law.to_patrons.cite)
    raise_first(due(law, fund, paper.day))
    return _on(replace(fund, stage="closed"), "closed", law.to_patrons)


ACTS: Mapping[str, tuple[type[Model], Callable[[PayoutLaw, Fund, Any], Fund]]] = {
    "file": (papers.Filing, file),
    "offer": (papers.OneTable, offer),
    "contribute": (papers.Contribution, contribute),
    "win": (papers.Won, win),
    "count_at_table": (papers.AtTable, count_at_table),
    "verify": (papers.Verified, verify),
    "count_in_cage": (papers.InCage, count_in_cage),
    "count_container": (papers.Container, count_container),
    "deposit": (papers.Deposit, deposit),
    "match": (papers.Match, match),
    "adjust": (papers.Adjust, adjust),
    "close_day": (papers.Day, close_day),
    "close_table": (papers.OneTable, close_table),
    "end": (papers.End, end),
    "transfer": (papers.Transfer, transfer),
    "pay_out": (papers.PayOut, pay_out),
    "close": (papers.Day, close),
}


def take(law: PayoutLaw, fund: Fund, act: str, given: Mapping[str, Any]) -> Fund:
    """One act with its paper, as plain data."""
    if act not in ACTS:
        raise Refused(f"there is no {act!r}: {', '.join(ACTS)}")
    model, step = ACTS[act]
    try:
        paper = check(model, dict(given), act)
    except BadFile as error:
        raise Refused("; ".join(str(error).splitlines())) from None
    return step(law, fund, paper)


# -- what the steps share --------------------------------------------------------------------------


def _words(name: str) -> str:
    return name.replace("_", " ")


def _filed(law: PayoutLaw, fund: Fund) -> papers.Filing:
    check_offer(law, fund.payout, fund.filing is not None)
    assert fund.filing is not None
    return fund.filing


def _box(law: PayoutLaw, fund: Fund, table: str) -> Box:
    if table not in fund.boxes:
        raise Refused(f"table {table or '(none)'} does not offer this payout", law.box.cite)
    return fund.boxes[table]


def _one_of(named: Named, given: str, what: str) -> None:
    if given not in named.names:
        known = ", ".join(named.names)
        raise Refused(f"{given or 'nothing'!r} is no {what}: {known}", named.cite)


def _amount(given: int | None, what: str, cite: str) -> int:
    if given is None:
        raise Refused(f"{what} is missing: an amount", cite)
    return given


def _by_method(law: PayoutLaw, fund: Fund, method: str) -> None:
    filed = _filed(law, fund).method
    if filed != method:
        told = f"by the internal controls {law.methods.names[filed]}"
        raise Refused(told, law.methods.cite)


def _at_place(law: PayoutLaw, fund: Fund, place: str) -> None:
    filed = _filed(law, fund).place
    if filed != place:
        told = f"by the internal controls boxes are counted at {law.places.names[filed]}"
        raise Refused(told, law.places.cite)


def _check_act(act: Act, paper: Model) -> None:
    """Refuse what a paper lacks, and work that is not of this person's position."""
    raise_first(gaps(act.holds, paper))
    for name, duty in act.people.items():
        who = look_up(paper, name)
        if who.position not in duty.is_:
            known = " or ".join(_words(one) for one in duty.is_)
            is_now = _words(who.position) or "of no position"
            raise Refused(f"{name}: {who.name} is {is_now}, not {known}", duty.cite)
        for other, their in act.people.items():
            if other != name and look_up(paper, f"{other}.name") == who.name:
                told = f"{who.name} does not do the work of two people here"
                raise Refused(told, ", ".join(dict.fromkeys((duty.cite, their.cite))))


def _counted(fund: Fund, counts: Mapping[str, tuple[Box, int]], day: date, cite: str) -> Fund:
    for table, (box, found) in counts.items():
        fund = _differs(fund, day, f"table {table}", box.held, found, cite)
        empty = replace(box, held=0, since=None, counted=day)
        fund = replace(fund, boxes={**fund.boxes, table: empty})
    return fund


def _differs(fund: Fund, day: date, what: str, due: int, found: int, cite: str) -> Fund:
    if due == found:
        return fund
    told = Difference(day, what, due, found, cite)
    return replace(fund, differences=(*fund.differences, told))


def _out(law: PayoutLaw, fund: Fund, amount: int) -> Fund:
    if fund.stage != "ended":
        raise Refused(f"the payout is {fund.stage}: contributions end first", law.ended.holds.cite)
    if not 0 < amount <= fund.record:
        told = f"the fund holds {money(fund.record)}, and {money(amount)} is to go"
        raise Refused(told, law.to_patrons.cite)
    return replace(fund, record=fund.record - amount, paid=fund.paid + amount)


def _on(fund: Fund, what: str, *law: Cited) -> Fund:
    return replace(fund, history=(*fund.history, Done(what, _cites(law))))


def _cites(law: Iterable[Cited]) -> str:
    return ", ".join(dict.fromkeys(one.cite for one in law))
