"""What patrons may read: the full rules at the podium, and the gaming guide (13:69F-8.5)."""

from collections.abc import Collection, Iterator
from datetime import datetime

from houseway.rulebook.chapter import GuideLaw
from houseway.rulebook.models import Model
from houseway.rulebook.papers import gaps, raise_first
from houseway.rulebook.refusal import Refused
from houseway.rulebook.signs import limit_words
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import pays_words, price_words, window_words


class Podium(Model):
    """The printed rules at the security podium: of these games, and the rest."""

    rules: list[str] = []
    other_information: bool = False


class Guide(Model):
    """A gaming guide of some games."""

    games: list[str] = []
    format: str = ""
    sample_submitted: datetime | None = None


def check_podium(law: GuideLaw, podium: Podium, authorized: Collection[str]) -> None:
    """Refuse a podium where the full rules of a game that is offered cannot be read."""
    raise_first(gaps(law.podium, podium))
    for game in sorted(authorized):
        if game not in podium.rules:
            raise Refused(f"the rules of {game} are not available at the podium", law.podium.cite)


def check_guide(law: GuideLaw, guides: Collection[Guide], game: str) -> Guide:
    """Return the guide for a patron who asks about a game, or refuse if there is none."""
    for guide in guides:
        if guide.format not in law.formats.names:
            known = ", ".join(law.formats.names)
            raise Refused(f"{guide.format!r} is not a format: {known}", law.formats.cite)
        if game in guide.games:
            return guide
    raise Refused(f"no gaming guide covers {game}", law.guide.cite)


def check_act(law: GuideLaw, guide: Guide, act: str, at: datetime) -> None:
    """Refuse to issue, display or distribute a guide before a sample was submitted."""
    if act not in law.acts.names:
        raise Refused(f"a guide is not {act!r}: {', '.join(law.acts.names)}", law.acts.cite)
    if guide.sample_submitted is None or guide.sample_submitted > at:
        done = law.acts.names[act]
        raise Refused(f"no guide is {done} before a sample is submitted", law.sample.cite)


def abridged(rules: TableRules) -> Iterator[str]:
    """The short form of a game's rules at one table, in plain words."""
    book = rules.book
    yield book.title
    yield book.summary
    for name, wager in rules.wagers.items():
        need = "required" if wager.required else "optional"
        if wager.window != "bets":
            need = window_words(wager)
        limit = rules.limits.get(name)
        amount = f", {limit_words(limit)}" if limit else ""
        told = f" {wager.says}" if wager.says else ""
        yield f"{wager.name} ({need}{amount}):{told} Pays {pays_words(wager)}."
        if wager.paytable:
            rows = book.paytables[wager.paytable].rows
            for row, price in rules.schedule(name).prices.items():
                yield f"  {rows[row]}: {price_words(price)}"
    for step in book.round.values():
        yield step.says
