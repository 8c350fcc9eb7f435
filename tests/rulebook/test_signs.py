"""Signs, guides and aids at the tables of every game."""

import pytest

import houseway
from houseway.games import games
from houseway.rulebook.chapter import chapter
from houseway.rulebook.guide import abridged
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.refusal import Refused
from houseway.rulebook.signs import check_sign, sign
from houseway.rulebook.table_rules import TableRules

NJ = chapter("nj")
GAMES = [game for game in games().values() if "nj" in game.editions]


def texts(rules: TableRules) -> list[str]:
    return [line.text for line in sign(NJ.signs, rules)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_sign_tells_every_choice_and_every_limit(game) -> None:
    book = game.rulebook("nj")
    rules = TableRules(book)
    posted = texts(rules)
    check_sign(NJ.signs, rules, posted)
    for line in set(posted):
        with pytest.raises(Refused, match="does not say"):
            check_sign(NJ.signs, rules, [one for one in posted if one != line])
    assert sum(": $" in line for line in posted) >= len(rules.limits)
    seen = 0
    for name, option in book.options.items():
        others = option.choices or ([True, False] if option.kind == "flag" else [])
        for choice in others:
            try:
                changed = TableRules(book, {name: choice})
            except Refused:
                continue  # not without another choice
            if changed.options[name] != rules.options[name]:
                seen += 1
                with pytest.raises(Refused):
                    check_sign(NJ.signs, changed, posted)
    assert seen


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_guide_tells_every_wager_and_every_price(game) -> None:
    rules = TableRules(game.rulebook("nj"))
    told = "\n".join(abridged(rules))
    for name, wager in rules.wagers.items():
        assert f"\n{wager.name} (" in told
        if wager.paytable:
            for row in rules.schedule(name).prices:
                assert f"  {rules.book.paytables[wager.paytable].rows[row]}: " in told
    for step in rules.book.round.values():
        assert step.says in told


def test_steps_stand_on_the_sign_and_must_leave_a_bet() -> None:
    book = houseway.game("three-card-blitz").rulebook("nj")
    rules = TableRules(book, limits={"ante": Limit(1000, 50000, 500)})
    assert "Ante: $10 to $500 in steps of $5" in texts(rules)
    TableRules(book, limits={"flush_bonus": Limit(11000, 19000, 9500)})
    TableRules(book, limits={"flush_bonus": Limit(10000, 19000, 10000)})  # the minimum itself
    with pytest.raises(Refused, match="steps of") as refusal:
        TableRules(book, limits={"flush_bonus": Limit(11000, 19000, 10000)})
    assert refusal.value.cite == "8.2(f)"


@pytest.mark.parametrize("late", ["posted", "announced", "division"])
@pytest.mark.parametrize(("minutes", "in_time"), [(31, True), (30, True), (29, False)])
def test_each_telling_has_its_own_half_hour(late, minutes, in_time) -> None:
    told = dict.fromkeys(["posted", "announced", "division"], 0) | {late: 100 - minutes}
    change = RuleChange({"blind": 2}, 100, told["posted"], told["announced"], told["division"])
    if in_time:
        change.check(NJ)
        return
    with pytest.raises(Refused) as refusal:
        change.check(NJ)
    own = {"posted": "8.3(b)1", "announced": "8.3(b)2", "division": "8.3(b)3"}[late]
    assert refusal.value.cite == f"8.3(b), {own}"


@pytest.mark.parametrize("aid", NJ.aids.barred)
def test_a_live_table_gives_no_help(aid) -> None:
    with pytest.raises(Refused) as refusal:
        houseway.open_table("three-card-blitz").check_aid(aid)
    assert refusal.value.cite == "8.1"
    houseway.open_table("three-card-blitz", practice=True).check_aid(aid)
    houseway.open_table("three-card-blitz", permitted_aids=[aid]).check_aid(aid)


def test_an_unknown_aid_is_refused_even_in_practice() -> None:
    with pytest.raises(Refused, match="no aid 'crystal ball'"):
        houseway.open_table("three-card-blitz", practice=True).check_aid("crystal ball")
    with pytest.raises(Refused, match="no aid 'luck'"):
        houseway.open_table("three-card-blitz", permitted_aids=["luck"]).check_aid("cards")


def test_where_the_law_is_silent_help_is_for_practice_all_the_same() -> None:
    with pytest.raises(Refused) as refusal:
        houseway.open_table("three-card-blitz", "md").check_aid("strategy")
    assert refusal.value.cite == ""
    houseway.open_table("three-card-blitz", "md", practice=True).check_aid("strategy")
