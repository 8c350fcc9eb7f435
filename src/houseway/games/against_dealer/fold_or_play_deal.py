"""What kernels share that deal games of fold or play: the money, when the rounds are counted."""

from collections.abc import Collection, Mapping

from houseway.equipment.cards import deck
from houseway.games.authoring.sums import Move
from houseway.referee.award import prizes, worth
from houseway.rulebook.table_rules import TableRules


def deck_of(rules: TableRules) -> tuple[int, ...]:
    """The cards of a table's deck."""
    book = rules.book.deck
    assert book is not None
    return tuple(deck(book.ranks, book.suits, jokers=book.jokers))


def why_not_dealt(
    rules: TableRules, bets: Mapping[str, int], known: Collection[str], title: str
) -> str:
    """Why a kernel does not deal a table with these bets; nothing if it does."""
    if unknown := set(bets) - set(known):
        return f"{title} is not dealt natively with {min(unknown)}"
    if any(rules.caps(wager) for wager in bets):
        return f"{title} is not dealt natively with a posted limit on what a hand wins"
    return ""


def paid(rules: TableRules, wager: str, bets: Mapping[str, int], rows: Collection[str]) -> Move:
    """What a wager on a posted table moves."""
    chips = bets[wager]
    gained = won(rules, wager, chips, rows)
    return Move(-chips if gained is None else gained, chips, chips)


def won(rules: TableRules, wager: str, chips: int, rows: Collection[str]) -> int | None:
    """What a paytable pays for the rows that were hit; nothing if it pays none."""
    found = prizes(rules.schedule(wager), rows, lambda price: worth(price, chips, {}))
    return sum(worth(prize.price, chips, {}) for prize in found) if found else None
