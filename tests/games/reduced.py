"""A rulebook for a small deck and small hands, so that every deal can be gone through."""

from houseway.rulebook.models import Deck, Rulebook


def reduced(book: Rulebook, ranks: str, suits: str, **values: object) -> Rulebook:
    """The same rulebook with fewer ranks and suits, and with other values of some rules."""
    rules = dict(book.rules)
    for name, value in values.items():
        rules[name] = book.rules[name].model_copy(update={"value": value})
    assert book.deck is not None
    small = Deck(ranks=ranks, suits=suits, cite=book.deck.cite)
    return book.model_copy(update={"deck": small, "rules": rules})
