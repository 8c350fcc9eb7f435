"""Ways to decide, held to what must be true of any of them."""

from fractions import Fraction


def checked(where, decide, rules, wager: str = "main"):
    """What a way to decide is worth; its mistakes make up all of its cost."""
    main, *others = where.odds.own_play.results(rules, decide)
    for result in (main, *others):
        result.outcomes.check()
    mistakes = where.odds.own_play.mistakes(rules, decide)
    (best,) = where.odds.results(rules, None, None, wager)
    cost = best.outcomes.expectation - main.outcomes.expectation
    assert sum((one.cost for one in mistakes), Fraction(0)) == cost
    assert all(one.each * one.share == one.cost >= 0 for one in mistakes)
    assert [one.cost for one in mistakes] == sorted((m.cost for m in mistakes), reverse=True)
    return main, mistakes
