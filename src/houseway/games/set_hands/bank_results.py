"""The bank's side of wagers at one table, where players may bank."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.games.authoring.result_at import result_at
from houseway.games.authoring.table_numbers import in_cents
from houseway.games.set_hands.player_bank import co_banks_part, vigorish
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.setting_game import outcomes
from houseway.games.set_hands.two_hands import Tally
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BANK, CO_BANK = "bank", "bank@co_bank"
UNIT = "wager against the bank"


def win_of(rules: TableRules, wager: str, stake: Fraction) -> Fraction:
    """What a stake in dollars nets when it wins, vigorish taken off, for each dollar of it."""
    cents = in_cents(stake)
    gain = rules.schedule(wager).prices["win"].wins(cents)
    return Fraction(gain - vigorish(rules, gain, surplus=wager == BANK), cents)


def co_bank_terms(rules: TableRules, stake: Fraction) -> tuple[Fraction, Fraction]:
    """What a co-bank nets of each dollar that it bears of a wager when it wins, and its part."""
    whole = in_cents(stake)
    half = co_banks_part(whole)
    if not half:
        raise Refused("a co-bank has no part in a wager of one cent", rules.cite("co_bank_short"))
    return Fraction(half - vigorish(rules, half, surplus=True), half), Fraction(half, whole)


def bank_result(
    rules: TableRules,
    name: str,
    tally: Tally,
    win: Fraction,
    stake: Fraction,
    options: Sequence[str],
    strategy: str,
    *,
    part: Fraction = Fraction(1),
    method: Method = Method.COUNTING,
) -> Result:
    """A bank's side of a wager, of which it bears a part."""
    rows = tuple(outcomes(tally, win, part))
    return result_at(
        rules, OutcomeTable(name, sum(tally), rows, UNIT, part), method,
        depends_on=options, stakes={BANK: stake}, strategy=strategy,
    )  # fmt: skip


def bank_results(
    rules: TableRules, stake: Fraction, best: Tally, as_the_house: Tally, options: Sequence[str]
) -> list[Result]:
    """A bank's side of the dealer's wager under the best play, and a co-bank's by the house way
    where there may be one."""
    win = win_of(rules, BANK, stake)
    found = [bank_result(rules, BANK, best, win, stake, options, "optimal")]
    if rules.rule("co_bank"):
        found.append(co_bank_result(rules, stake, as_the_house, options))
    return found


def co_bank_result(
    rules: TableRules,
    stake: Fraction,
    tally: Tally,
    options: Sequence[str],
    method: Method = Method.COUNTING,
) -> Result:
    """A co-bank's side of a player's wager by the house way."""
    win, part = co_bank_terms(rules, stake)
    of_both = [*options, "co_bank"]
    return bank_result(
        rules, CO_BANK, tally, win, stake, of_both, HOUSE_WAY, part=part, method=method
    )
