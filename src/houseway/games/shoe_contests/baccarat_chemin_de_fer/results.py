"""Every figure of chemin de fer at one table: what a wager against the Banker and the bank itself
are worth for each dollar covered, at best play and under every other use of the free choices."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.counting.result import Method, Outcome, OutcomeTable, Result
from houseway.equipment.cards import UNKNOWN
from houseway.games.authoring.figures import Figures
from houseway.games.authoring.result_at import Stakes, Variation, result_at, variations
from houseway.games.authoring.stakes import check_stakes
from houseway.games.shoe_contests.baccarat_chemin_de_fer.bank import BANK, COVER
from houseway.games.shoe_contests.baccarat_chemin_de_fer.game import vigorish
from houseway.games.shoe_contests.baccarat_chemin_de_fer.hand import DRAW, STAY
from houseway.games.shoe_contests.baccarat_chemin_de_fer.odds import (
    Choices,
    best_play,
    best_reply,
    edge_of_card,
    edge_of_reply,
    every_choice,
    shares,
)
from houseway.games.shoe_contests.baccarat_table import BANKER, PLAYER
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

STAKE = Fraction(100)  # dollars, so that vigorish is whole
CHARGES = ("vig_rate", "vig_rounding")
DECKS = ("6", "8")


def results(
    rules: TableRules,
    stakes: Stakes | None = None,
    meters: Mapping[str, int] | None = None,
    wager: str = "",
) -> list[Result]:
    """Both wagers at best play, and each under every other use of the free choices; or the one
    named."""
    check_stakes(rules, stakes or {})
    bets = {BANK: STAKE, COVER: STAKE, **(stakes or {})}
    best = best_play(rules)
    found = []
    for base in (BANK, COVER):
        for choices in (best, *(one for one in every_choice(rules) if one != best)):
            name = base if choices == best else f"{base}@{choices.name}"
            if wager in ("", name):
                found.append(_result(rules, base, name, choices, bets[base]))
    return found


def kept(rules: TableRules, stake: Fraction) -> Fraction:
    """What the Banker keeps of each dollar that he wins."""
    cents = int(stake * 100)
    return 1 - Fraction(vigorish(rules, cents), cents)


def _result(rules: TableRules, base: str, name: str, choices: Choices, stake: Fraction) -> Result:
    found = shares(rules, choices)
    if base == BANK:
        won, lost, gain = found.banker, found.player, kept(rules, stake)
    else:
        won, lost, gain = found.player, found.banker, Fraction(1)
    outcomes = (
        Outcome("win", gain, won),
        Outcome("push", Fraction(0), found.tie),
        Outcome("lose", Fraction(-1), lost),
    )
    return result_at(
        rules, OutcomeTable(name, sum(found), outcomes), Method.COUNTING, wager=name,
        depends_on=["decks", *(CHARGES if base == BANK else ())], stakes={base: stake},
        strategy="optimal" if name == base else choices.name,
    )  # fmt: skip


def every_variation(book: Rulebook) -> Iterator[Variation]:
    """Every choice of the house that changes a figure, with the shoes in common use."""
    for decks in DECKS:
        yield from variations(book, together=[CHARGES], decks=decks)


# Strategy


@dataclass(frozen=True)
class OtherPlay:
    """A way to use the free choices: what a wager against the Banker and the bank then lose for
    each dollar covered, and what it costs whoever makes the choice."""

    name: str
    cover_loses: Fraction
    bank_loses: Fraction
    cost: Fraction


@dataclass(frozen=True)
class Strategy:
    """The best play in numbers, for each dollar covered. ``house_advantage`` is of a wager against
    the Banker; ``vigorish`` is all that the house takes."""

    house_advantage: Fraction
    bank_loses: Fraction
    vigorish: Fraction
    choices: tuple[OtherPlay, ...]


def strategy(rules: TableRules, stakes: Stakes | None = None) -> Strategy:
    """Draw on 5, and as the Banker draw on both squares: and what anything else costs."""
    keeps = kept(rules, {BANK: STAKE, **(stakes or {})}[BANK])
    best = best_play(rules)

    def loses(choices: Choices) -> tuple[Fraction, Fraction]:
        found = shares(rules, choices)
        return found.edge, (found.player - keeps * found.banker) / sum(found)

    cover, bank = loses(best)
    others = []
    for choices in every_choice(rules):
        of_cover, of_bank = loses(choices)
        if choices.player == best.player:
            others.append(OtherPlay(says(choices), of_cover, of_bank, of_bank - bank))
    other = STAY if best.player == DRAW else DRAW
    reply = best_reply(rules, other)
    of_cover, of_bank = loses(reply)
    others.append(OtherPlay(says(reply), of_cover, of_bank, of_cover - cover))
    return Strategy(cover, bank, cover + bank, tuple(others))


def says(choices: Choices) -> str:
    """The choices in words."""
    verbs = {DRAW: "draws", STAY: "stays"}
    first, second = (verbs[letter] for letter in choices.banker)
    return f"Player {verbs[choices.player]} on 5; Banker {first} on 3-9, {second} on 5-4"


# What is done at a table

LETTERS = {"card": DRAW, "draw": DRAW, "stay": STAY}


def advise(view: View, rules: TableRules) -> dict[str, Fraction]:
    """What each free choice nets on average in cents, before vigorish, from a full shoe less the
    cards that whoever chooses has seen. Nothing where there is no choice about cards: what to bid
    or to cover is a matter of how much one likes to risk."""
    if view.asked is None or not isinstance(view.who, int):
        return {}
    names = [choice.name for choice in view.asked.choices]
    if len(names) < 2 or not set(names) <= set(LETTERS):
        return {}
    seen = {
        hand: [rules.points[card & 15] for card in cards if card != UNKNOWN]
        for hand, cards in view.state.hands.items()
    }
    if "card" in names:
        stake = view.state.stake(view.who, COVER)
        edges = {name: edge_of_card(rules, seen[PLAYER], LETTERS[name]) for name in names}
    else:
        stake, third = view.state.stake(view.who, BANK), seen[PLAYER][-1]
        edges = {name: edge_of_reply(rules, seen[BANKER], third, LETTERS[name]) for name in names}
    return {name: edge * stake for name, edge in edges.items()}


FIGURES = Figures(
    results,
    every_variation,
    strategy,
    advise=advise,
)
