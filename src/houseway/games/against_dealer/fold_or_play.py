"""What games share in which a player stays in with one more wager, or folds."""

from collections.abc import Callable, Iterator, Mapping

from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

Stage = Callable[[Round, int], None]  # what is done at one seat


def stays_in(
    r: Round, seat: int, wager: str, *, asked: str = "decide", made: str = "", fold: str = "fold"
) -> Script[bool]:
    """A player makes the wager, or folds: whether it was made. The steps are those in which it is
    asked for, ``made`` if that is not named after the wager, and folded."""
    step = made or wager
    choices = list(amounts(r, seat, wager, step))
    given = yield from r.ask(seat, *choices, Choice("fold", cite=r.cite(fold)), step=asked)
    if given.what not in [choice.name for choice in choices]:
        return False
    r.wager(seat, wager, given.amount, step)
    return True


def amounts(r: Round, seat: int, wager: str, step: str) -> Iterator[Choice]:
    """The amount of the wager that the law fixes; or where it bounds it, the least, the most, and
    any amount from one to the other."""
    cite = r.cite(step)
    relations = {rule.relation for rule in r.rules.wager(wager).amount}
    if "equal" in relations:
        amount = r.exact_amount(seat, wager)
        yield Choice(wager, amount, amount, cite=cite)
        return
    least, most = r.least_amount(seat, wager), r.most_amount(seat, wager)
    for rule in r.rules.wager(wager).amount:
        amount = least if rule.relation == "at least" else most
        yield Choice(f"{wager}_{rule.times}x", amount, amount, cite=cite)
    yield Choice(wager, least, most, cite=cite, step=r.rules.chip)


def decide_together(r: Round, wager: str, needs: str = "ante") -> Script[None]:
    """Each player with an ante stays in or folds; what is folded is taken when all have decided."""
    r.phase("decision")
    folded = []
    for seat in r.clockwise(needs):
        if not (yield from stays_in(r, seat, wager)):
            folded.append(seat)
    if folded:
        yield from r.go_on("fold")
    for seat in folded:
        take_fold(r, seat)


def take_fold(r: Round, seat: int) -> None:
    """A folded hand's wagers are taken; the cards stay while one that is kept can still win."""
    r.lose(seat, *r.rule("fold_loses"), step="fold")
    if any(r.live(seat, wager) for wager in r.rule("fold_keeps")):
        r.keep(seat, "keep_cards")
    else:
        r.collect(seat, "fold")


def settle_hands(r: Round, stages: Mapping[str, Stage]) -> Script[None]:
    """Every hand left is settled from the dealer's right: stage by stage, or player by player; the
    dealer's cards are collected last."""
    seats = [seat for seat in r.counterclockwise() if seat in r.state.hands]
    if r.rule("settle_mode") == "in_stages":
        for step, stage in stages.items():
            yield from r.go_on(step)
            for seat in seats:
                stage(r, seat)
    else:
        for seat in seats:
            yield from r.go_on("settle")
            for stage in stages.values():
                stage(r, seat)
    yield from r.go_on("collect")
    r.collect("dealer", "collect")


def turn_up(r: Round, seat: int) -> None:
    """A stage: the player's hand is shown."""
    r.reveal(seat, "turn_up")


def put_away(r: Round, seat: int) -> None:
    """A stage: the player's cards go to the discard rack."""
    r.collect(seat, "put_away")
