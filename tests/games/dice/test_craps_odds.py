"""The odds of craps and mini-craps: published figures, and what must hold among them."""

from collections import Counter
from fractions import Fraction

import pytest

from houseway.certificates.figures import verify
from houseway.counting.chain import Chain
from houseway.counting.result import Certificate
from houseway.games import game
from houseway.games.authoring import result_at
from houseway.games.dice.craps_bets import numbers
from houseway.games.dice.craps_odds import Plan, chain, hands
from houseway.games.dice.craps_rules import Puck, next_point
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

CRAPS, MINI = game("craps"), game("mini-craps")
EVERYTHING = {"offer_fire": True, "offer_678": True}
NUMBERS = (4, 5, 6, 8, 9, 10)


def find(name, options=None, stakes=None, where=CRAPS):
    rules = TableRules(where.rulebook(), options or {})
    (result,) = where.odds.results(rules, stakes, wager=name)
    result.outcomes.check()
    return result.outcomes


def shown(share, digits):
    return f"{float(100 * share):.{digits}f}"


# What the house keeps of the stake, to the digits that books and guides print, with the fraction
# behind it
EDGES = {
    "pass": (Fraction(7, 495), "1.41"),
    "come": (Fraction(7, 495), "1.41"),
    "dont_pass": (Fraction(3, 220), "1.36"),
    "dont_come": (Fraction(3, 220), "1.36"),
    "dont_pass@decided": (Fraction(27, 1925), "1.40"),
    "place_win@6": (Fraction(1, 66), "1.52"),
    "place_win@9": (Fraction(1, 25), "4.00"),
    "place_win@10": (Fraction(1, 15), "6.67"),
    "place_lose@8": (Fraction(1, 55), "1.82"),
    "place_lose@5": (Fraction(1, 40), "2.50"),
    "place_lose@4": (Fraction(1, 33), "3.03"),
    "hard_6": (Fraction(1, 11), "9.09"),
    "hard_10": (Fraction(1, 9), "11.11"),
    "field": (Fraction(1, 18), "5.56"),
    "any_seven": (Fraction(1, 6), "16.67"),
    "any_craps": (Fraction(1, 9), "11.11"),
    "craps_2": (Fraction(5, 36), "13.89"),
    "craps_3": (Fraction(1, 9), "11.11"),
    "eleven": (Fraction(1, 9), "11.11"),
    "c_and_e": (Fraction(1, 9), "11.11"),
    "horn": (Fraction(1, 8), "12.50"),
    "horn_high@12": (Fraction(23, 180), "12.78"),
    "horn_high@3": (Fraction(11, 90), "12.22"),
    "whirl": (Fraction(2, 15), "13.33"),
    "hop_hard_4": (Fraction(5, 36), "13.89"),
    "hop_3_4": (Fraction(1, 9), "11.11"),
    "pass_odds@4": (Fraction(0), "0.00"),
    "come_odds@9": (Fraction(0), "0.00"),
    "dont_come_odds@6": (Fraction(0), "0.00"),
    # one roll at a time
    "pass@roll": (Fraction(7, 1671), "0.42"),
    "dont_pass@roll": (Fraction(9, 2228), "0.40"),
    "place_win@6@roll": (Fraction(1, 216), "0.46"),
    "place_win@5@roll": (Fraction(1, 90), "1.11"),
    "place_win@4@roll": (Fraction(1, 60), "1.67"),
    "hard_8@roll": (Fraction(1, 36), "2.78"),
    "hard_4@roll": (Fraction(1, 36), "2.78"),
}


@pytest.mark.parametrize("name", EDGES)
def test_published_edges(name):
    edge, printed = EDGES[name]
    assert find(name).house_advantage == edge
    assert shown(edge, 2) == printed
    assert find(name, where=MINI) == find(name)


def at(times):
    return dict.fromkeys(("odds_on_4_or_10", "odds_on_5_or_9", "odds_on_6_or_8"), times)


GRADED = {"odds_on_4_or_10": 3, "odds_on_5_or_9": 4, "odds_on_6_or_8": 5}


@pytest.mark.parametrize(
    ("name", "options", "printed"),
    [
        ("pass@odds", at(1), "0.848"),
        ("pass@odds", at(2), "0.606"),
        ("pass@odds", at(3), "0.471"),
        ("pass@odds", at(5), "0.326"),
        ("pass@odds", at(10), "0.184"),
        ("pass@odds", at(20), "0.099"),
        ("pass@odds", at(100), "0.021"),
        ("pass@odds", GRADED, "0.374"),
        ("come@odds_on", GRADED, "0.374"),
        ("dont_pass@odds", at(1), "0.682"),
        ("dont_pass@odds", at(2), "0.455"),
        ("dont_pass@odds", at(3), "0.341"),
        ("dont_pass@odds", at(5), "0.227"),
        ("dont_pass@odds", at(10), "0.124"),
        ("dont_pass@odds", at(20), "0.065"),
        ("dont_pass@odds", at(100), "0.014"),
        ("dont_pass@odds", GRADED, "0.273"),
    ],
)
def test_published_edges_on_all_money_bet(name, options, printed):
    assert shown(find(name, options).house_advantage_on_action, 3) == printed


WON = {**{f"buy_fee_{number}": "won" for number in NUMBERS}, "lay_fee": "won"}


@pytest.mark.parametrize(
    ("name", "options", "stake", "per_bet"),
    [
        ("buy@4", {}, 20, Fraction(1, 21)),  # 4.76 % of bet and fee
        ("buy@9", {}, 20, Fraction(1, 21)),
        ("buy@4", WON, 20, Fraction(1, 60)),  # 1.67 %
        ("buy@5", WON, 20, Fraction(1, 50)),  # 2.00 %
        ("buy@6", WON, 20, Fraction(1, 44)),  # 2.27 %
        # a fee of 5 % of the win, as elsewhere: one dollar on these stakes
        ("lay@4", {"lay_fee_rate": 250}, 40, Fraction(1, 41)),  # 2.44 %
        ("lay@5", {"lay_fee_rate": 334}, 30, Fraction(1, 31)),  # 3.23 %
        ("lay@6", {"lay_fee_rate": 417}, 24, Fraction(1, 25)),  # 4.00 %
        ("lay@4", {"lay_fee_rate": 250, **WON}, 40, Fraction(1, 60)),
        # rounded down to the dollar: a stake of 25 pays as much as one of 20, one of 18 nothing
        ("buy@4", {}, 25, Fraction(1, 26)),
        ("buy@4", {}, 18, Fraction(0)),
        ("buy@4", {"payable_unit": 1}, 18, Fraction(1, 21)),
    ],
)
def test_fees(name, options, stake, per_bet):
    found = find(name, options, {name: Fraction(stake)})
    assert found.house_advantage_on_action == per_bet


def test_the_field_at_three_to_one():
    for prices in (["3 to 1", "2 to 1", "1 to 1"], ["2 to 1", "3 to 1", "1 to 1"]):
        assert find("field", {"field": prices}).house_advantage == Fraction(1, 36)


def test_six_seven_eight():
    assert find("six_seven_eight", EVERYTHING).house_advantage == Fraction(1, 18)


# Ethier, The Doctrine of Chances (2010), chapter 15; up to four points as Catlin prints them
# (casinocitytimes 57750)
FIRE = {
    0: "0.593939393939", 1: "0.260750492004", 2: "0.101275355549", 3: "0.033434212179",
    4: "0.008798178440", 5: "0.001639933139", 6: "0.000162434749",
}  # fmt: skip


def test_the_fire_bet_by_points():
    by_points = {o.label: o for o in find("fire", EVERYTHING).outcomes}
    whole = find("fire", EVERYTHING).denominator
    for points, printed in FIRE.items():
        assert f"{by_points[f'{points} points'].count / whole:.12f}" == printed


@pytest.mark.parametrize(("table", "pays"), [("A", (24, 249, 999)), ("B", (39, 199, 499))])
def test_the_fire_bet(table, pays):
    """Twelve digits of each chance give nine of the edge."""
    won = sum(
        Fraction(FIRE[points]) * (odds + 1) for points, odds in zip((4, 5, 6), pays, strict=True)
    )
    edge = find("fire", {**EVERYTHING, "fire": table}).house_advantage
    assert abs(edge - (1 - won)) < Fraction(1, 10**9)
    assert shown(edge, 2) == {"A": "20.76", "B": "23.89"}[table]


def test_the_length_of_a_hand():
    """Ethier and Hoppe, Mathematical Intelligencer 32 (2010): 1671/196 rolls on average, and one
    chance in 5.59 billion for the 154 rolls of 23 May 2009 in Atlantic City."""
    known = numbers(TableRules(CRAPS.rulebook()))

    def moves(puck):
        found = Counter()
        for dice, ways in known.rolls.items() if puck.happened != "loser_seven" else ():
            after = next_point(puck.point, dice, known.points, known.seven, line=True)
            found[after if after.happened == "loser_seven" else Puck(after.point)] += ways
        return found

    run = Chain({Puck(0): 1}, moves)
    assert run.steps == hands(known).steps == Fraction(1671, 196)
    goes_on = sum(chance for puck, chance in run.after(153).items() if not puck.happened)
    assert f"{float(1 / goes_on) / 1e9:.2f}" == "5.59"
    assert (goes_on * 36**153).denominator == 1


def test_the_pass_line_counted_by_1980():
    found = find("pass")
    assert found.denominator == 1980
    by_label = {outcome.label: outcome.count for outcome in found.outcomes}
    assert by_label["wins at once"] == 440
    assert by_label["wins on 4"] == 55
    assert by_label["loses on 6"] == 150
    assert chain(numbers(TableRules(CRAPS.rulebook())), Plan(("pass",))).steps == Fraction(557, 165)


@pytest.mark.parametrize("number", NUMBERS)
def test_come_odds_go_back_as_often_as_beside_their_bet(number):
    alone = {o.label: o.count for o in find(f"come_odds@{number}").outcomes}
    beside = {o.label: o.count for o in find("come@odds").outcomes}
    there = {label: n for label, n in beside.items() if f"on {number}" in label.split(",")[0]}
    back = sum(n for label, n in there.items() if label.endswith("go back"))
    share = Fraction(alone["goes back"], sum(alone.values()))
    assert share == Fraction(back, sum(there.values())) > 0


def test_odds_change_nothing_but_the_spread():
    for name in ("pass", "dont_pass", "come", "dont_come"):
        flat, backed = find(name), find(f"{name}@odds", GRADED)
        assert backed.expectation == flat.expectation
        assert backed.variance > flat.variance
        assert backed.unit == "flat bet"


def test_odds_are_what_can_be_paid():
    """A flat bet of five dollars backs a point of 9 with six dollars where that is allowed, with
    four where it is not."""
    stakes = {"pass": Fraction(5)}
    for excess, backing in ((True, 6), (False, 4)):
        found = find("pass@odds", {"excess_odds": excess}, stakes)
        lost = next(o for o in found.outcomes if o.label == "loses on 9")
        assert lost.net == -1 - Fraction(backing, 5)


@pytest.mark.parametrize(
    ("stakes", "cite"),
    [
        ({"place_win": Fraction(7)}, "1.4(f)"),
        ({"pass": Fraction(10), "pass_odds": Fraction(11)}, "1.6"),
        ({"fire": Fraction(6)}, "1.12(b)1"),
        ({"pass": Fraction(0)}, "1.2(a)1"),
        ({"pass_odds@4": Fraction(10)}, "1.6(a)"),
    ],
)
def test_stakes_that_cannot_be_are_refused(stakes, cite):
    with pytest.raises(Refused) as refused:
        CRAPS.odds.results(TableRules(CRAPS.rulebook(), EVERYTHING), stakes)
    assert cite in refused.value.cite


@pytest.mark.parametrize("where", [CRAPS, MINI], ids=["craps", "mini-craps"])
def test_every_wager_of_the_rulebook_has_figures(where):
    book = where.rulebook()
    options = {name: value for name, value in EVERYTHING.items() if name in book.options}
    rules = TableRules(book, options)
    found = where.odds.results(rules)
    for result in found:
        result.outcomes.check()
    names = [result.wager for result in found]
    assert len(set(names)) == len(names)
    bases = {name.partition("@")[0] for name in names}
    assert bases == set(book.wagers)
    for base, wager in book.wagers.items():
        assert all(f"{base}@{spot}" in names for spot in wager.spots)


@pytest.mark.parametrize("where", [CRAPS, MINI], ids=["craps", "mini-craps"])
def test_results_are_found_again_from_what_they_name(where):
    """Through a certificate: the options and stakes that a result names are enough."""
    book = where.rulebook()
    variations = list(where.odds.variations(book))
    assert len(variations) == len({tuple(sorted(one.items())) for one in variations}) > 100
    wanted = {
        "fire",
        "buy@4",
        "lay@6@roll",
        "field",
        "pass@odds",
        "come@odds",
        "horn",
        "place_lose@6",
    }
    seen = {}
    for options in [*variations[:8], variations[-1]]:
        for result in where.odds.results(TableRules(book, options)):
            if result.wager in wanted:
                seen.setdefault((result.wager, str(result.options)), result)
    results = tuple(seen.values())
    assert {result.wager for result in results} == wanted - ({"fire"} if where is MINI else set())
    certificate = Certificate.loads(Certificate(results).dumps())
    assert [found.reason for found in verify(certificate)] == [""] * len(results)


def test_the_cheapest_wagers():
    best = CRAPS.odds.strategy(TableRules(CRAPS.rulebook(), at(2)))
    assert best.wagers[0].wager == "dont_pass@odds"
    assert best.house_advantage == Fraction(1, 220)
    assert best.wagers[-1].wager == "any_seven"


@pytest.mark.soak
@pytest.mark.parametrize("found", [CRAPS, MINI])
def test_a_figure_names_every_option_that_changes_it(found, monkeypatch):
    """Tables share a figure if they are alike in what it names, so nothing else may matter."""
    book = found.rulebook()

    def counted(options):
        monkeypatch.setattr(result_at, "_counted", {})
        return {one.wager: one for one in found.odds.results(TableRules(book, options))}

    def alike(one):
        return one.options, one.stakes, one.strategy

    usual, tables = counted({}), 0
    for option, known in book.options.items():
        ends = [end for end in (known.at_least, known.at_most) if end is not None]
        for value in known.choices or ends or (True, False):
            try:
                others = counted({option: value})
            except Refused:
                continue
            tables += 1
            for wager, other in others.items():
                if wager in usual and alike(other) == alike(usual[wager]):
                    assert other.outcomes == usual[wager].outcomes, (option, value, wager)
    assert tables > len(book.options) // 2
