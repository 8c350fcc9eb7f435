"""A game on one page, in all its editions, written from the rulebooks."""

from houseway.games import Game
from houseway.rulebook.compare import compare
from houseway.rulebook.models import Reading, Rulebook
from houseway.rulebook.words import (
    amount_words,
    bound_words,
    card_head,
    card_rows,
    card_words,
    option_words,
    pays_words,
    price_words,
    rule_words,
    ruling_words,
)
from houseway.wording.markdown import table as _table


def markdown(game: Game) -> str:
    """The page."""
    books = [game.rulebook(edition) for edition in game.editions]
    lines = [
        f"# {books[0].title}",
        "",
        f"Generated from the rulebooks of `{game.id}`; a test fails when this page is stale.",
        "",
        books[0].summary,
    ]
    for book in books:
        lines += _edition(game, book)
    if len(books) > 1:
        lines += _differences(books[0], books[1])
    return "\n".join(lines) + "\n"


def _readings(game: Game, book: Rulebook) -> list[Reading]:
    """How the text is read, at the table and away from it."""
    away = [acts.law(book.edition) for acts in game.acts.values()]
    return [*book.readings, *(one for law in away for one in getattr(law, "readings", []))]


def _edition(game: Game, book: Rulebook) -> list[str]:
    folder = f"{game.folder.parent.name}/{game.folder.name}"
    path = f"../../src/houseway/games/{folder}/{book.edition}"
    lines = [
        "",
        f"## {book.title}: {book.law}",
        "",
        f"Rulebook: [{book.edition}.yaml]({path}.yaml). Worked rounds: "
        f"[{book.edition}.scenarios.yaml]({path}.scenarios.yaml)."
        + "".join(
            f" Away from the table: [{one.name}]({path.rpartition('/')[0]}/{one.name})."
            for one in game.act_scenarios(book.edition)
        ),
        "",
        "### Wagers",
        "",
        *_table(
            ["wager", "what it is", "amount", "pays", "cite"],
            [
                [
                    f"{wager.name} (`{key}`)" + (", required" if wager.required else ""),
                    wager.says,
                    amount_words(wager, book.minimums.get(key)),
                    pays_words(wager, bool(book.rates)),
                    wager.cite,
                ]
                for key, wager in book.wagers.items()
            ],
        ),
        "",
        "### Rate cards" if book.rates else "### Paytables",
        *_rates(book),
    ]
    for paytable in book.paytables.values():
        lines += [
            "",
            f"**{paytable.name}** ({paytable.cite}): {paytable.award}",
            "",
            *_table(
                ["hand", *paytable.tables],
                [
                    [
                        name,
                        *(
                            price_words(prices[row])
                            for prices in map(paytable.prices, paytable.tables)
                        ),
                    ]
                    for row, name in paytable.rows.items()
                ],
            ),
        ]
    lines += [
        "",
        "### The round",
        "",
        *_table(
            ["step", "what happens", "cite"],
            [
                [key, step.says, _all_cites(step.cite, step.cite_by)]
                for key, step in book.round.items()
            ],
        ),
        "",
        "### Left to the house",
        "",
        *_table(
            ["option", "what it settles", "choices", "cite"],
            [[f"`{k}`", o.says, option_words(o), o.cite] for k, o in book.choices.items()],
        ),
        "",
        "### Fixed by the law",
        "",
        *_table(
            ["rule", "what it fixes", "value", "cite"],
            [[f"`{k}`", rule.says, rule_words(rule), rule.cite] for k, rule in book.fixed.items()],
        ),
        "",
        "### Irregularities",
        "",
        *_table(
            ["report", "what happened", "ruling", "when", "cite"],
            [
                [
                    f"`{key}`",
                    found.says,
                    ruling_words(found),
                    ", ".join(found.during),
                    _all_cites(found.cite, found.cite_by),
                ]
                for key, found in book.irregularities.items()
            ],
        ),
        "",
        "### Readings",
        "",
        "Where the text is silent, damaged or at odds with itself.",
        "",
        *_table(
            ["at", "printed", "read", "why"],
            [[one.at, one.printed, one.read, one.why] for one in _readings(game, book)],
        ),
    ]
    return lines


def _rates(book: Rulebook) -> list[str]:
    """What a rate card is held to, and the cards that are lawful as they stand."""
    if not (book.rates and book.cage):
        return []
    rates = book.rates
    bounds = [rates.every_spot, rates.wagers, rates.proportion]
    bounds += [rates.limit_at_least, rates.edge_at_most]
    lines = [
        "",
        *_table(
            ["what a card is held to", "figure", "cite"],
            [[bound.says, bound_words(bound), bound.cite] for bound in bounds],
        ),
    ]
    for name, card in rates.cards.items():
        lines += ["", f"**{name}**: {card_words(card)}", ""]
        lines += _table(card_head(card), card_rows(card, book.cage))
    return lines


def _differences(left: Rulebook, right: Rulebook) -> list[str]:
    return [
        "",
        f"## What {left.edition} and {right.edition} do differently",
        "",
        *_table(
            ["topic", left.edition, right.edition],
            [
                [
                    found.topic,
                    _cited(found.left, found.left_cite),
                    _cited(found.right, found.right_cite),
                ]
                for found in compare(left, right)
            ],
        ),
    ]


def _cited(value: str, cite: str) -> str:
    return f"{value} ({cite})" if cite else value


def _all_cites(cite: str, by: dict[str, dict[str, str]]) -> str:
    cases = [one for choices in by.values() for one in choices.values()]
    return "; ".join([part for part in (cite, *cases) if part])
