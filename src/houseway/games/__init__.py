"""Every game in the house, found by its folder.

A game is a folder in the folder of its family: one rulebook per edition (``nj.yaml``), the round
(``game.py``) and, where there is one, the mathematics (``odds.py``) and ``results.py``, which puts
a table's rules into it. What was counted is beside it (``nj.certificate.json``, ``usual.json``).
``deal.py`` is a kernel that deals the game for simulation, ``layout.yaml`` says how its felt is
laid out, ``handout.yaml`` has the words of its papers, ``bots.py`` players who keep somebody
company, and ``acts.py`` what is done away from its tables. Nothing else has to know that it exists.

A game may also lie outside of this package: in a folder that ``HOUSEWAY_GAMES`` names
(``outside.py``), or in an installed package that declares it as an entry point.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module, util
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import UNKNOWN, printed
from houseway.rulebook.refusal import Refused

if TYPE_CHECKING:  # figures are looked up without a table, and many without a rulebook
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from houseway.equipment.cards import Card
    from houseway.games.authoring.bots import Bots
    from houseway.games.authoring.equity import Equity
    from houseway.games.authoring.figures import Figures
    from houseway.games.authoring.hand_names import HandNames, Hands
    from houseway.games.authoring.kernels import Kernel
    from houseway.games.authoring.recount import Recount
    from houseway.games.authoring.shown import Shown
    from houseway.referee.conversation import Play
    from houseway.referee.events import Event, Place
    from houseway.referee.table import Table
    from houseway.referee.view import View
    from houseway.rulebook.acts import Case
    from houseway.rulebook.handout import Handout
    from houseway.rulebook.layout import Layout
    from houseway.rulebook.models import Rulebook
    from houseway.rulebook.table_rules import TableRules

EDITIONS = ("nj", "md", "nj-19-47", "own")
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Game:
    """A game: its editions, its round and its mathematics."""

    id: str
    folder: Path
    package: str = ""  # that its code is in, where it is not one of ours

    @property
    def editions(self) -> list[str]:
        """The editions that there is a rulebook for."""
        return [name for name in EDITIONS if (self.folder / f"{name}.yaml").exists()]

    def rulebook(self, edition: str = "nj") -> "Rulebook":
        """The rulebook of an edition."""
        if edition not in self.editions:
            raise Refused(f"{self.id} has no edition {edition!r}: {', '.join(self.editions)}")
        return _rulebook(self.folder / f"{edition}.yaml")

    def layout(self, edition: str = "nj") -> "Layout | None":
        """How the felt of an edition is laid out; nothing where nobody has drawn it."""
        return _layout(self.folder, edition)

    @property
    def handout(self) -> "Handout":
        """The words of its signs and guides."""
        return _handout(self.folder)

    def scenarios(self, edition: str) -> Path:
        """The file of worked scenarios of an edition."""
        return self.folder / f"{edition}.scenarios.yaml"

    def act_scenarios(self, edition: str) -> list[Path]:
        """The files of worked cases of what is done away from its tables, one for each subject."""
        return sorted(self.folder.glob(f"{edition}.*.scenarios.yaml"))

    @property
    def acts(self) -> "Mapping[str, type[Case]]":
        """What is done away from its tables, by subject: ``ACTS`` of ``acts.py``."""
        module = _module(f"{self.module}.acts")
        found: Mapping[str, type[Case]] = module.ACTS if module else {}
        return found

    @property
    def payouts(self) -> ModuleType | None:
        """The rules of funds that its pots feed and whose money is the players': ``law(edition)``,
        ``Fund``, ``Box``, ``take``, ``due``, ``check_offer`` and ``check_closing``; nothing where
        it has none."""
        return _module(f"{self.module}.payouts")

    def certificate(self, edition: str) -> Path:
        """The file of an edition's certified figures."""
        return self.folder / f"{edition}.certificate.json"

    @property
    def play(self) -> "Play":
        """The round."""
        play: Play = import_module(f"{self.module}.game").play
        return play

    @property
    def commission(self) -> "Callable[[TableRules, int], int] | None":
        """``commission`` of ``game.py``: the house's share of an amount won, in cents; nothing
        where the house takes none."""
        found: Callable[[TableRules, int], int] | None
        found = getattr(import_module(f"{self.module}.game"), "commission", None)
        return found

    @property
    def hand_names(self) -> "HandNames | None":
        """``HAND_NAMES`` of ``hand_names.py``; nothing where the game names no hands."""
        module = _module(f"{self.module}.hand_names")
        found: HandNames | None = module.HAND_NAMES if module else None
        return found

    @property
    def recount(self) -> "Recount":
        """How its figures are counted a second time: ``RECOUNT`` of ``recount.py``."""
        from houseway.games.authoring.recount import Recount

        module = _module(f"{self.module}.recount")
        found: Recount = module.RECOUNT if module else Recount()
        return found

    def name_hand(
        self, hands: "Hands", place: "Place", rules: "TableRules", kickers: bool = False
    ) -> str:
        """What the hand of a place is called, as far as its cards and the common ones are seen, and
        its side cards if they are asked for and the game names them; nothing where the game names
        no hands, or a card of it is hidden."""
        if UNKNOWN in hands.get(place, (UNKNOWN,)):
            return ""
        names = self.hand_names
        return names.name_hand(hands, place, rules, kickers) if names else ""

    def name_set(self, parts: "Mapping[str, Sequence[Card]]", rules: "TableRules") -> str:
        """What hands are called as somebody has set them; nothing where hands are not set."""
        names = self.hand_names
        return names.name_set(parts, rules) if names and names.name_set else ""

    def by_choice(
        self, cards: "Sequence[Card]", what: str, rules: "TableRules"
    ) -> "dict[str, list[Card]]":
        """The hands that a choice made of a seat's cards; nothing where events say how they lie."""
        names = self.hand_names
        return names.by_choice(cards, what, rules) if names and names.by_choice else {}

    def mark_round(self, events: "Sequence[Event]", rules: "TableRules") -> str:
        """What the board beside a table shows of a round: who won at baccarat, the number that
        came; nothing where players look for no such thing."""
        names = self.hand_names
        if names and names.mark_round:
            return names.mark_round(events, rules)
        shown = [event.what for event in events if event.kind in ("spun", "rolled")]
        return printed(shown[-1]) if shown else ""

    @property
    def has_odds(self) -> bool:
        """Whether the game's mathematics is written."""
        return util.find_spec(f"{self.module}.results") is not None

    @property
    def odds(self) -> "Figures":
        """The game's mathematics: ``FIGURES`` of ``results.py``."""
        if not self.has_odds:
            raise Refused(f"the odds of {self.id} are not computed yet")
        found: Figures = import_module(f"{self.module}.results").FIGURES
        return found

    @property
    def has_advice(self) -> bool:
        """Whether the game's mathematics values single decisions."""
        return self.has_odds and self.odds.advise is not None

    def advise(self, view: "View", rules: "TableRules") -> "dict[str, Fraction]":
        """The value in cents of each choice that a seat has, from what it sees; empty if it has
        nothing to decide."""
        if not self.has_odds or (advise := self.odds.advise) is None:
            raise Refused(f"there is no solver for the decisions of {self.id}")
        return advise(view, rules)

    @property
    def has_deal(self) -> bool:
        """Whether the game has a kernel that deals it."""
        return util.find_spec(f"{self.module}.deal") is not None

    @property
    def deal(self) -> "Kernel":
        """The kernel that deals the game, for simulation: ``KERNEL`` of ``deal.py``."""
        if not self.has_deal:
            raise Refused(f"{self.id} has no kernel that deals it: the referee does")
        found: Kernel = import_module(f"{self.module}.deal").KERNEL
        return found

    @property
    def equity(self) -> "Callable[..., Equity]":
        """What part of a pot hands get on average, where players contend for one."""
        if util.find_spec(f"{self.module}.equity") is None:
            raise Refused(f"{self.id} has no pot whose shares could be told")
        found: Callable[..., Equity] = import_module(f"{self.module}.equity").equity
        return found

    def shown(self, view: "View", rules: "TableRules") -> "Shown | None":
        """What the game wants shown beside hands and wagers, such as bets before players and pots;
        nothing where it has no such thing."""
        module = _module(f"{self.module}.shown")
        made: Shown | None = module.shown(view, rules) if module else None
        return made

    @property
    def has_bots(self) -> bool:
        """Whether the game has players of its own, who keep somebody company that plays alone."""
        return util.find_spec(f"{self.module}.bots") is not None

    @property
    def bots(self) -> "Bots":
        """The game's own players: ``bots.py``."""
        if not self.has_bots:
            raise Refused(f"{self.id} has no players of its own")
        found: Bots = import_module(f"{self.module}.bots")
        return found

    @property
    def history(self) -> ModuleType:
        """How its hands are written for others to read, and those of others dealt here."""
        if util.find_spec(f"{self.module}.history") is None:
            raise Refused(f"there is no common format for hands of {self.id}")
        return import_module(f"{self.module}.history")

    @property
    def payout_system(self) -> ModuleType:
        """The rules of a payout that several casinos offer together."""
        if not (self.folder / "payouts" / "system.py").exists():
            raise Refused(f"{self.id} has no payout that several casinos offer together")
        return import_module(f"{self.module}.payouts.system")

    @property
    def module(self) -> str:
        """The package that its code is in."""
        return self.package or f"{__name__}.{self.folder.parent.name}.{self.folder.name}"


@cache
def games() -> dict[str, Game]:
    """Every game by its id, ours first."""
    from houseway.games import outside

    folders = sorted((path.parent for path in _HERE.glob("*/*/game.py")), key=lambda one: one.name)
    found = {id_of(path): Game(id_of(path), path) for path in folders}
    for path, package in outside.found():
        id = id_of(path)
        if id in found:
            raise Refused(f"{path}: there is a game {id!r} already, in {found[id].folder}")
        found[id] = Game(id, path, package)
        outside.add_law(path)
    return found


def id_of(folder: Path) -> str:
    """What a game is called by its folder."""
    return folder.name.replace("_", "-")


def game(name: str) -> Game:
    """The game of that id or title, or a refusal that names the nearest one.

    >>> game("Red Dog").id
    'red-dog'
    """
    if found := games().get(name) or games().get(_as_id(name)):
        return found
    for found in games().values():
        if _as_id(found.rulebook(found.editions[0]).title) == _as_id(name):
            return found
    close = get_close_matches(_as_id(name), games(), 1)
    meant = f": did you mean {close[0]}?" if close else ";"
    raise Refused(f"there is no game {name!r}{meant} `houseway games` lists them")


def _as_id(name: str) -> str:
    """A title as an id is written."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "")))


def editions_with_odds() -> list[tuple[Game, str]]:
    """Every edition that has mathematics."""
    return [(one, name) for one in games().values() if one.has_odds for name in one.editions]


def open_table(
    id: str, edition: str = "nj", *, seed: int | None = None, **settings: Any
) -> "Table":
    """Open a table of a game. Settings are those of ``Table``: options, limits, meters, chance.

    A seed deals the same cards every time, for practice and for tests; without one the shoe is
    cryptographic.
    """
    from houseway.equipment.randomness import Philox
    from houseway.equipment.shoe import Shoe
    from houseway.referee.table import Table

    found = game(id)
    if seed is not None:
        settings["chance"] = Shoe(Philox(seed))
    return Table(found.play, found.rulebook(edition), **settings)


def forget_games() -> None:
    """Look for games anew when they are next asked for; paragraphs that games outside of the
    package brought go with them."""
    from houseway.rulebook import law

    games.cache_clear()
    law.forget_sources()


def forget_rulebooks() -> None:
    """Read every rulebook and layout anew when it is next asked for."""
    _rulebook.cache_clear()
    _layout.cache_clear()
    _handout.cache_clear()


@cache
def _module(name: str) -> ModuleType | None:
    return import_module(name) if util.find_spec(name) else None


@cache
def _rulebook(path: Path) -> "Rulebook":
    from houseway.rulebook.extend import read_edition
    from houseway.rulebook.load import check
    from houseway.rulebook.models import Rulebook

    return check(Rulebook, read_edition(path), str(path))


@cache
def _layout(folder: Path, edition: str) -> "Layout | None":
    from houseway.rulebook.layout import read_layout

    return read_layout(folder, edition)


@cache
def _handout(folder: Path) -> "Handout":
    from houseway.rulebook.handout import read_handout

    return read_handout(folder)
