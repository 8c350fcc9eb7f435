"""Payout funds in a durable house: offered only with a plan, counted to the cent, never the
bank's."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import count as count_up
from typing import Any

import pytest
from playing import Playing
from sqlalchemy import text
from test_meters import together

from houseway.games import game
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.ledger.payouts import fund_actions as payouts
from houseway.ledger.payouts import funds
from houseway.rulebook.acts import ActsFile
from houseway.rulebook.load import read
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused

PAPERS = read(ActsFile, game("poker").folder / "nj.payouts.scenarios.yaml").papers
OPTIONS = {"jackpot": "bad_beat", "jackpot_least_pot": 200, "jackpot_drop": 100}
BAD = {"bad_beat": {"link": "Bad Beat"}}
HIGH = {"high_hand": {"link": "High Hand"}}
TODAY = date(2026, 11, 18)
DAY = {"day": TODAY.isoformat()}
SEEDS = count_up()
CAGE = {**PAPERS["filing"], "place": "cage"}
CONTAINER = {**PAPERS["filing"], "method": "container", "witness": "supervisor"}


def day_of(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def file(house: House, payout: str = "bad_beat", how: dict[str, Any] = CAGE) -> int:
    key = f"file {payout} {how['method']}"
    return payouts.file(house, payout, how, game="poker", by="Flo", key=key)


def open_poker(house: House, jackpot: str = "bad_beat", meters: Any = BAD) -> int:
    options = {**OPTIONS, "jackpot": jackpot}
    return house.open_table("poker", options=options, meters=meters, by="Flo")


def play(house: House, table: int, rounds: int = 6, players: Any = ("Ann", "Bob")) -> None:
    """Rounds, until some pot has contributed."""
    had = fed(house, table)
    for _ in range(20):
        playing = Playing(house, table, players, seed=f"seed {next(SEEDS)}")
        playing.rounds(playing.done() + rounds)
        if fed(house, table) > had:
            return
    raise AssertionError("no pot contributed")


def fed(house: House, table: int) -> int:
    """What a table has put in, in cents, added up from the books."""
    query = text("SELECT SUM(amount) FROM transfers WHERE table_id = :table AND kind = 'fed'")
    with house.database.reading() as connection:
        return int(connection.execute(query, {"table": table}).scalar() or 0) // FINE


def line(house: House, name: str = "Bad Beat", today: date = TODAY) -> payouts.Line:
    found = [one for one in payouts.report(house, today, day_of) if one.known.name == name]
    return found[0]


def act(house: House, what: str, key: str = "", fund: str = "Bad Beat", **given: Any) -> int:
    return payouts.act(house, fund, what, {**DAY, **given}, by="Flo", key=key or what)


def count(house: House, key: str = "", **found: str) -> int:
    boxes = {name.removeprefix("t"): amount for name, amount in found.items()}
    return act(house, "count_in_cage", key, **PAPERS["in_cage"], found=boxes)


def dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def close(house: House, table: int) -> None:
    """Players take their chips off the table, and it is closed."""
    house.do(table, {"do": "begin"}, by="Dee", key=f"last {next(SEEDS)}")
    for seat, name in house.players(table).items():
        off = {"do": "bet", "seat": seat, "bets": {"stakes": 0}}
        house.do(table, off, by=name, key=f"off {seat} {next(SEEDS)}")
    house.close_table(table, by="Flo", key=f"close {table}")


def audited(house: House) -> list[Any]:
    assert house.reconcile().holds
    url = house.database.engine.url.render_as_string(hide_password=False)
    return audit_database(url, workers=1).findings


# -- (l): a plan comes first -----------------------------------------------------------------------


def test_no_fund_is_offered_before_its_end_is_planned(house: House) -> None:
    before = house.reconcile()
    for jackpot, meters in (("bad_beat", BAD), ("bad_beat", None), ("high_hand", HIGH)):
        with pytest.raises(Refused, match="before procedures for ending it are filed") as refusal:
            open_poker(house, jackpot, meters)
        assert refusal.value.cite == "14.19(l)"
    assert house.reconcile() == before
    assert house.tables() == []
    file(house)
    assert open_poker(house) == 1
    with pytest.raises(Refused, match="no High Hand Payout is offered"):
        open_poker(house, "high_hand", HIGH)
    assert house.open_table("poker", by="Flo") == 2, "a table without a fund needs no plan"


def test_nor_by_a_change_of_rules(house: House) -> None:
    table = house.open_table("poker", by="Flo")
    change = {"do": "change", "options": {"jackpot": "bad_beat"}}
    with pytest.raises(Refused, match="before procedures"):
        house.do(table, change, by="Flo", key="change")
    times = {"effective_at": 60, "posted_at": 0, "announced_at": 0, "division_notified_at": 0}
    announce = {"do": "announce", "options": {"jackpot": "bad_beat"}, **times}
    with pytest.raises(Refused, match="before procedures"):
        house.do(table, announce, by="Flo", key="announce")
    with house.looking(table) as live:
        assert live.table.rules.options["jackpot"] == "none"
        assert live.table.announced == []
    file(house)
    house.do(table, announce, by="Flo", key="announce")
    house.do(table, change, by="Flo", key="change")
    with house.looking(table) as live:
        assert live.table.rules.options["jackpot"] == "bad_beat"
    assert audited(house) == []


def test_a_plan_is_filed_once_for_a_key_and_by_the_floor(house: House) -> None:
    entry = file(house)
    assert file(house) == entry
    with pytest.raises(Refused, match="used for a different command"):
        payouts.file(house, "bad_beat", CONTAINER, game="poker", by="Flo", key="file bad_beat box")
    for name in ("Ann", "Dee", "Aud"):
        with pytest.raises(Refused, match="floor or admin may"):
            payouts.file(house, "bad_beat", CAGE, game="poker", by=name, key="mine")
    with pytest.raises(Refused, match="patrons is missing"):
        payouts.file(house, "bad_beat", {**CAGE, "patrons": ""}, game="poker", by="Flo", key="gap")
    with pytest.raises(Refused, match="has no payout 'lottery': bad_beat, high_hand"):
        payouts.file(house, "lottery", CAGE, game="poker", by="Flo", key="x")
    with pytest.raises(Refused, match="has no payout"):
        payouts.file(house, "bad_beat", CAGE, game="craps", by="Flo", key="x")
    filed = payouts.filings(house)
    assert filed["poker", "nj", "bad_beat"] == CAGE
    assert filed["poker", "nj", "high_hand"] is None


# -- (d), (e): what boxes hold is known to the cent ------------------------------------------------


def test_a_count_is_held_against_what_the_table_has_fed(house: House) -> None:
    file(house)
    one, two = open_poker(house), open_poker(house)
    play(house, one)
    play(house, two, players=("Bob", "Cid"))
    due = {one: fed(house, one), two: fed(house, two)}
    assert due[one] > 0 < due[two]
    fund = line(house).fund
    assert {table: box.held for table, box in fund.boxes.items()} == {
        str(table): amount for table, amount in due.items()
    }
    assert fund.record == sum(due.values())
    with pytest.raises(Refused, match=f"the box of table {two} is not accounted for"):
        count(house, t1=dollars(due[one]))
    entry = count(house, t1=dollars(due[one]), t2=dollars(due[two] - 100))
    assert count(house, t1=dollars(due[one]), t2=dollars(due[two] - 100)) == entry
    counted = line(house).fund
    assert [one.says for one in counted.differences] == [
        f"table {two}: ${due[two] // 100 - 1} found, ${due[two] // 100} due"
    ]
    assert counted.record == fund.record, "a loss on the way is the house's"
    assert all(not box.held for box in counted.boxes.values())
    play(house, one, 3)
    assert line(house).fund.boxes["1"].held == fed(house, one) - due[one]
    assert audited(house) == []


def test_a_missed_day_is_told(house: House) -> None:
    file(house)
    play(house, open_poker(house))
    made = day_of(datetime.now(UTC))
    (first, *_) = line(house, today=made).due
    assert first.reason.startswith("the box of table 1 is to be counted: $")
    assert "since" not in first.reason
    later = date.fromordinal(made.toordinal() + 1)
    assert f"since {made}" in line(house, today=later).due[0].reason
    with pytest.raises(Refused, match="is to be counted"):
        act(house, "close_day")


# -- (f) to (h): containers ------------------------------------------------------------------------


def container(house: House, table: int, serial: int, amount: int) -> None:
    form = {**PAPERS["container"]["form"], "serial": serial, "table": str(table)}
    paper = {**PAPERS["container"], "form": {**form, "amount": dollars(amount)}}
    act(house, "count_container", f"count {serial}", **paper)


def test_containers_forms_and_their_match(house: House) -> None:
    file(house, how=CONTAINER)
    table = open_poker(house)
    play(house, table)
    first = fed(house, table)
    with pytest.raises(Refused, match="container of table 1 holds") as refusal:
        house.close_table(table, by="Flo", key="early")
    assert refusal.value.cite == "14.19(f), 14.19(f)1"
    container(house, table, 101, first)
    play(house, table, 4)
    second = fed(house, table) - first
    container(house, table, 102, second)
    with pytest.raises(Refused, match="form 102 was used already"):
        act(house, "count_container", "again", **{
            **PAPERS["container"],
            "form": {**PAPERS["container"]["form"], "serial": 102, "table": "1"},
        })  # fmt: skip
    for serial in (101, 102):
        act(house, "deposit", f"deposit {serial}", **{**PAPERS["deposit"], "serial": serial})
    act(house, "match", **PAPERS["match"], duplicates=[101, 102], originals=[101])
    fund = line(house).fund
    assert (fund.missing, fund.revenue) == (("original 102",), second)
    assert fund.record == first + second, "the report is adjusted, not the players' money"
    close(house, table)
    assert audited(house) == []


# -- (k): record and display -----------------------------------------------------------------------


def test_the_display_is_adjusted_to_the_record(house: House) -> None:
    file(house)
    table = open_poker(house)
    play(house, table)
    stands = fed(house, table)
    paper = {**PAPERS["adjust"], "display": dollars(stands), "seen": dollars(stands)}
    with pytest.raises(Refused, match="the record shows"):
        act(house, "adjust", **{**paper, "display": dollars(stands + 100)})
    act(house, "adjust", **paper)
    fund = line(house).fund
    assert (fund.display, fund.record) == (stands, stands)
    assert [one.reason for one in line(house).due if "display" in one.reason] == []
    play(house, table, 3)
    assert line(house).fund.display == stands, "it stands until it is adjusted again"


# -- (l): the end ----------------------------------------------------------------------------------


def ended(house: House) -> int:
    """A fund with money in it whose tables are closed; what it holds."""
    file(house)
    tables = [open_poker(house), open_poker(house)]
    for table in tables:
        play(house, table)
    with pytest.raises(Refused, match="table 1 still takes contributions"):
        act(house, "end", "early", rules_amended=True)
    for table in tables:
        close(house, table)
    act(house, "end", rules_amended=True)
    return sum(fed(house, table) for table in tables)


def test_all_of_a_fund_reaches_poker_players(house: House) -> None:
    holds = ended(house)
    had = {name: house.balance(name) for name in ("Ann", "Bob")}
    with pytest.raises(Refused, match="of the fund has not reached poker patrons"):
        act(house, "close", "early")
    with pytest.raises(Refused, match="is ended: no table offers it"):
        open_poker(house)
    rule = {"rule": "a drawing among players seated at 8 p.m."}
    with pytest.raises(Refused, match="the fund holds"):
        act(house, "pay_out", "more", **rule, players={"Ann": dollars(holds + 1)})
    for nobody in ("Flo", "Zed"):
        with pytest.raises(Refused):
            act(house, "pay_out", "staff", **rule, players={nobody: "1"})
    act(house, "pay_out", **rule, players={"Ann": "1", "Bob": dollars(holds - 100)})
    assert house.balance("Ann") == had["Ann"] + 100
    assert house.balance("Bob") == had["Bob"] + holds - 100
    with pytest.raises(Refused, match="the box of table 1 is to be counted"):
        act(house, "close", "uncounted")
    found = {f"t{table}": dollars(fed(house, table)) for table in (1, 2)}
    count(house, **found)
    act(house, "close")
    assert line(house).fund.stage == "closed"
    assert audited(house) == []


def test_what_is_left_goes_to_another_fund(house: House) -> None:
    holds = ended(house)
    file(house, "high_hand")
    other = open_poker(house, "high_hand", HIGH)
    own = open_poker(house, "high_hand", None)
    for to, why in (
        ("Bad Beat", "to itself"),
        (f"{own} high_hand", "fund of one table"),
        ("bank", "there is no payout fund 'bank'"),
    ):
        with pytest.raises(Refused, match=why):
            act(house, "transfer", f"to {to}", to=to, amount=dollars(holds))
    act(house, "transfer", to="High Hand", amount=dollars(holds))
    assert (line(house).fund.record, line(house, "High Hand").fund.record) == (0, holds)
    play(house, other, 3)
    assert line(house, "High Hand").fund.record == holds + fed(house, other)
    with house.looking(other) as live:
        shown = live.table.data.meters["high_hand"]
    assert shown == (holds + fed(house, other)) * FINE, "the table shows what was transferred"
    assert audited(house) == []


def test_a_fund_outlives_its_table(house: House) -> None:
    """Closing a table leaves its own fund with the players: it is listed, and can be paid out."""
    file(house)
    table = open_poker(house, meters=None)
    play(house, table)
    holds = fed(house, table)
    close(house, table)
    own = f"{table} bad_beat"
    left = line(house, own)
    assert (left.fund.record, left.label) == (holds, f"Bad Beat Payout, table {table}")
    act(house, "end", fund=own, rules_amended=True)
    act(house, "pay_out", fund=own, rule="posted", players={"Ann": dollars(holds)})
    assert line(house, own).fund.record == 0
    assert audited(house) == []


# -- the chain -------------------------------------------------------------------------------------


def test_acts_are_for_the_floor_and_known_by_name(house: House) -> None:
    file(house)
    open_poker(house)
    for name in ("Ann", "Dee", "Aud"):
        with pytest.raises(Refused, match="may not do that with a payout"):
            payouts.act(house, "Bad Beat", "close_day", DAY, by=name, key="x")
    with pytest.raises(Refused, match="there is no 'contribute'"):
        act(house, "contribute", table="1", amount="5")
    with pytest.raises(Refused, match="there is no payout fund 'Lost': 'Bad Beat'"):
        act(house, "close_day", fund="Lost")
    with pytest.raises(Refused, match="needs an idempotency key"):
        payouts.act(house, "Bad Beat", "close_day", DAY, by="Flo", key="")


def test_money_that_an_entry_does_not_tell_is_found(house: House) -> None:
    holds = ended(house)
    act(house, "pay_out", rule="posted", players={"Ann": dollars(holds)})
    with house.database.transaction() as connection:
        connection.execute(text("UPDATE transfers SET target = 'bank' WHERE kind = 'paid_out'"))
        connection.execute(
            text("UPDATE accounts SET balance = balance - :by WHERE name = 'player Ann'"),
            {"by": holds * FINE},
        )
        connection.execute(
            text("UPDATE accounts SET balance = balance + :by WHERE name = 'bank'"),
            {"by": holds * FINE},
        )
    url = house.database.engine.url.render_as_string(hide_password=False)
    told = [str(one) for one in audit_database(url, workers=1).findings]
    assert any("transfers are not those of the entry" in one for one in told)


def test_pots_and_transfers_at_the_same_instant_lose_nothing(
    make: Callable[..., House],
) -> None:
    house = make("Ann", "Bob", "Cid", "Dan")
    holds = ended(house)
    file(house, "high_hand")
    tables = [open_poker(house, "high_hand", HIGH) for _ in range(2)]
    parts = [holds // 3, holds // 3, holds - 2 * (holds // 3)]

    def move(number: int, cents: int) -> None:
        act(house, "transfer", f"part {number}", to="High Hand", amount=dollars(cents))

    together(
        lambda: play(house, tables[0], 5, ("Ann", "Bob")),
        lambda: play(house, tables[1], 5, ("Cid", "Dan")),
        *(lambda n=n, cents=cents: move(n, cents) for n, cents in enumerate(parts)),
    )
    gave = sum(fed(house, table) for table in tables)
    assert line(house).fund.record == 0
    assert line(house, "High Hand").fund.record == holds + gave
    assert audited(house) == []


def test_a_box_that_an_entry_tells_otherwise_is_found(house: House) -> None:
    """An entry that says of a box what its table did not put in is a finding of the audit."""
    file(house)
    play(house, open_poker(house))
    holds = fed(house, 1)
    count(house, t1=dollars(holds))
    with house.database.transaction() as connection:
        assert list(funds.wrong_entries(connection)) == []
        row = connection.execute(
            text("SELECT seq, body FROM entries WHERE key LIKE 'payout %' ORDER BY seq DESC")
        ).first()
        assert row is not None
        told = row.body.replace(f'"held":{{"1":{holds}}}', f'"held":{{"1":{holds - 100}}}')
        assert told != row.body
        connection.execute(
            text("UPDATE entries SET body = :body WHERE table_id = 0 AND seq = :seq"),
            {"body": told, "seq": row.seq},
        )
        found = list(funds.wrong_entries(connection))
    assert found == [(row.seq, f"the box of table 1 held {holds} cents, not {holds - 100}")]


def test_the_display_of_a_fund_that_ends_falls_with_what_leaves_it(house: House) -> None:
    holds = ended(house)
    shown = {"display": dollars(holds), "seen": dollars(holds)}
    act(house, "adjust", "first", **PAPERS["adjust"], **shown)
    act(house, "pay_out", rule="posted", players={"Ann": "1"})
    rest = {"display": dollars(holds - 100), "seen": dollars(holds - 100)}
    act(house, "adjust", "second", **PAPERS["adjust"], **rest)
    assert line(house).fund.display == holds - 100
