"""Acts away from a table: a scenario holds only if all that it says is so."""

from typing import Any

import pytest

from houseway.rulebook.acts import ActsFile, Case, act, check_acts, strict
from houseway.rulebook.chapter import Said
from houseway.rulebook.load import BadFile, check
from houseway.rulebook.models import Model
from houseway.rulebook.refusal import Refused

LAW = Said(says="A box is sealed before it is carried.", cite="14.19(d)")


class Box(Model):
    sealed: bool = False


class Carrying(Case):
    """A box that is carried."""

    carried = 0

    @classmethod
    def law(cls, edition: str) -> Said | None:
        return LAW if edition == "nj" else None

    def history(self) -> list[str]:
        return ["14.19(e)"] * self.carried

    def came(self) -> dict[str, Any]:
        return {"carried": self.carried}

    @act
    def carry(self, how: dict[str, Any]) -> None:
        """The box is carried."""
        times = strict(how, "times").get("times", 1)
        if not self.paper(Box, "box").sealed:
            raise Refused("sealed is missing", LAW.cite)
        self.carried += times

    def not_an_act(self) -> None: ...


def file_with(**changes: Any) -> ActsFile:
    scenario = {"name": "one", "cite": "14.19(d)", "does": ["carry"], **changes}
    whole = {"game": "poker", "acts": "carrying", "papers": {"box": {"sealed": True}}}
    return check(ActsFile, {**whole, "scenarios": [scenario]}, "a file")


def test_acts_are_those_that_are_marked() -> None:
    assert list(Carrying.acts()) == ["carry"]


def test_a_scenario_that_holds_shows_its_own_cite_and_those_of_the_history() -> None:
    (checked,) = check_acts({"carrying": Carrying}, file_with(came={"carried": 1}))
    assert (checked.problems, checked.cites) == ([], {"14.19(d)", "14.19(e)"})


@pytest.mark.parametrize(
    "changes",
    [
        {"papers": {"box": {"sealed": None}}, "refused": "14.19(d)"},
        {"papers": {"box": {"sealed": False}}, "reason": "sealed"},
        {"without": {"box.sealed": "14.19(d)"}},
        {"does": [{"carry": {"times": 2}}, "carry"], "came": {"carried": 3}},
    ],
)
def test_a_scenario_holds(changes: dict[str, Any]) -> None:
    (checked,) = check_acts({"carrying": Carrying}, file_with(**changes))
    assert checked.problems == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"refused": "14.19(d)"}, "nothing was refused"),
        ({"came": {"carried": 2}}, "carried is 1, not 2"),
        ({"came": {"dropped": 2}}, "dropped is nothing, not 2"),
        ({"papers": {"box": {"sealed": False}}}, "refused: sealed is missing [14.19(d)]"),
        ({"without": {"box.sealed": "14.19(e)"}}, "without box.sealed: refused by 14.19(d)"),
        ({"without": {"box.lid": "14.19(d)"}}, "the papers have no box.lid"),
        ({"does": ["burn"]}, "there is no 'burn': carry"),
        ({"does": [{"carry": {"far": 1}}]}, "there is no 'far': times"),
        ({"papers": {"box": {"seeled": True}}}, "there is no such key"),
    ],
)
def test_a_scenario_that_does_not_hold_is_told(changes: dict[str, Any], problem: str) -> None:
    (checked,) = check_acts({"carrying": Carrying}, file_with(**changes))
    assert problem in "; ".join(checked.problems)


def test_a_paper_that_the_file_does_not_have_is_an_error() -> None:
    with pytest.raises(BadFile, match=r"scenarios\.0\.papers\.crate: there is no such paper"):
        file_with(papers={"crate": {}})


def test_unknown_acts_and_editions_are_refused() -> None:
    with pytest.raises(Refused, match="no acts 'carrying': none"):
        list(check_acts({}, file_with()))
    with pytest.raises(Refused, match="no edition 'md'"):
        list(check_acts({"carrying": Carrying}, file_with().model_copy(update={"edition": "md"})))
