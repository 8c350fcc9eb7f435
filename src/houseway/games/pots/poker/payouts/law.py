"""What the law fixes of payout contributions (14.19(d) to (l)), as cited data."""

from functools import cache
from pathlib import Path

from pydantic import Field

from houseway.rulebook.chapter import Named, Said
from houseway.rulebook.load import read
from houseway.rulebook.models import Cite, Id, Model, Reading
from houseway.rulebook.papers import Paper

FOLDER = Path(__file__).parents[1]


class Duty(Model):
    """Who may do something: one of these positions."""

    is_: list[Id] = Field(alias="is", min_length=1)
    cite: Cite


class Act(Model):
    """What the paper of an act holds, and whose work it is."""

    holds: Paper
    people: dict[Id, Duty] = {}


class Each(Model):
    """How often something is done, in gaming days."""

    days: int = Field(ge=1)
    cite: Cite


class PayoutLaw(Model):
    """How contributions are counted, carried, matched, displayed and, in the end, paid."""

    edition: str
    payouts: Named
    funds: dict[Id, Id]  # meters, and the payout that each is of
    players: Said
    plan: Paper
    plan_ways: Said
    methods: Named
    places: Named
    days_between_counts: Each
    box: Said
    at_table: Act
    in_cage: Act
    every_box: Said
    verified: Act
    container: Said
    when: Said
    witnesses: Named
    same_everywhere: Said
    supervised: Act
    second_department: Act
    licenses: Named
    named: Said
    barred: Named
    incompatible: Said
    form: Paper
    parts: Named
    deposited: Act
    goes_to: Named
    matched: Act
    match_daily: Said
    unmatched: Said
    record: Said
    adjust_when: Said
    adjusted: Act
    current: Said
    compared: Said
    never_less: Said
    ended: Act
    paid_out: Act
    to_patrons: Said
    readings: list[Reading] = []


@cache
def law(edition: str) -> PayoutLaw | None:
    """What an edition fixes; nothing where it has no such payouts."""
    path = FOLDER / f"{edition}.payouts.yaml"
    return read(PayoutLaw, path) if path.exists() else None
