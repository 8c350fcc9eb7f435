"""What hands of two tiles are called. The law names the supreme pair; the other names are those of
players: pairs by their tile, Wong (a twelve or a two with a nine), Gong (with an eight)."""

from collections.abc import Mapping, Sequence

from houseway.equipment.cards import Card
from houseway.games.authoring.hand_names import HandNames
from houseway.games.set_hands.pai_gow.hands import WAYS, house_values, looks_low_first
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.hands.tiles import house_way, pair_rank, split, value
from houseway.rulebook.table_rules import TableRules

PAIRS = (
    "supreme pair", "Teen pair", "Day pair", "Yun pair", "Gor pair", "Mooy pair", "Chong pair",
    "Bon pair", "Foo pair", "Ping pair", "Tit pair", "Look pair", "pair of nines",
    "pair of eights", "pair of sevens", "pair of fives", "Wong with Teen", "Wong with Day",
    "Gong with Teen", "Gong with Day",
)  # in the order of 10.2(b)  # fmt: skip


def name_set(parts: Mapping[str, Sequence[Card]], rules: TableRules) -> str:
    """Four tiles as they are set: high and low."""
    return " / ".join(two_tile_name(*parts[name]) for name in ("high", "low"))


def two_tile_name(first: int, second: int) -> str:
    """What two tiles are called.

    >>> from houseway.equipment.cards import cards
    >>> two_tile_name(*cards("2-4 1-2")), two_tile_name(*cards("6-6 3-6"))
    ('supreme pair', 'Wong with Teen')
    >>> two_tile_name(*cards("4-5 5-5")), two_tile_name(*cards("3-5 2-6"))
    ('9', 'pair of eights')
    """
    pair = pair_rank(first, second)
    return PAIRS[pair - 1] if pair else str(value(first, second))


def by_choice(tiles: Sequence[Card], what: str, rules: TableRules) -> dict[str, list[Card]]:
    """The hands that a player made of four tiles, by himself or by the house way."""
    a, b, c, d = tiles
    if what == HOUSE_WAY:
        way = house_way((a, b, c, d), house_values(rules), looks_low_first(rules))
    elif what in WAYS:
        way = WAYS.index(what)
    else:
        return {}
    made = split((a, b, c, d), way)
    return {"high": list(made[:2]), "low": list(made[2:])}


HAND_NAMES = HandNames(name_set=name_set, by_choice=by_choice)
