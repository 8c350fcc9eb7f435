"""Chance that players have a hand in: the commitment to the next key, seeds of seats, and the proof
of a round for ``static/proof.html``."""

import uuid
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from houseway.ledger.tables.rounds import proof
from houseway.server.api import Key, Seat, Strict, TableId
from houseway.server.http.problems import documented
from houseway.server.sign_in.caller import Caller, EyeOnly, PlayerOnly, TheHouse
from houseway.server.surveillance.api import RoundNumber
from houseway.server.surveillance.search import ledger_of

chance_api = APIRouter(prefix="/api", tags=["chance"])
_READS = documented(401, 403, 404, 409, 422)
_SAYS = documented(400, 401, 403, 404, 409, 413, 422, 429)


class CommitmentOut(BaseModel):
    """The hash of the key of the next shuffle; empty if nothing is committed to yet."""

    commitment: str


class ChanceOut(BaseModel):
    """A key that was revealed, and all that came of it."""

    commitment: str
    key: str
    steps: list[dict[str, Any]]


class CommitIn(Strict):
    """Who asks for the commitment."""

    seat: Seat


class SeedIn(Strict):
    """What a seat gives."""

    seat: Seat
    seed: Annotated[
        str, Field(pattern="^([0-9a-f]{2}){1,64}$", description="Up to 64 bytes in hexadecimal.")
    ]


@chance_api.get("/tables/{id}/commitment", responses=_READS)
def commitment(id: TableId, caller: Caller, host: TheHouse) -> CommitmentOut:
    """The commitment to the key of the next shuffle, for as long as seats may give seeds."""
    return CommitmentOut(commitment=ledger_of(host).committed(id))


@chance_api.post("/tables/{id}/commitment", responses=_SAYS)
def commit(
    id: TableId, said: CommitIn, caller: PlayerOnly, host: TheHouse, key: Key = ""
) -> CommitmentOut:
    """Have the house commit to the key of the next shuffle now, before seeds are given."""
    house = ledger_of(host)
    command = {"do": "commit", "seat": said.seat}
    house.do(id, command, by=caller.name, key=key or uuid.uuid4().hex)
    return CommitmentOut(commitment=house.committed(id))


@chance_api.post("/tables/{id}/seed", responses=_SAYS)
def seed(
    id: TableId, said: SeedIn, caller: PlayerOnly, host: TheHouse, key: Key = ""
) -> CommitmentOut:
    """Give a seed: the house's key and the seeds of all seats together decide the order."""
    house = ledger_of(host)
    command = {"do": "seed", "seat": said.seat, "seed": said.seed}
    house.do(id, command, by=caller.name, key=key or uuid.uuid4().hex)
    return CommitmentOut(commitment=house.committed(id))


@chance_api.get("/eye/tables/{id}/rounds/{round}/chance", responses=_READS)
def chance_of_round(
    id: TableId, round: RoundNumber, caller: EyeOnly, host: TheHouse
) -> list[ChanceOut]:
    """The keys of a finished round that are revealed, with all that came of them: what
    `/static/proof.html` checks."""
    found = proof(ledger_of(host), id, round).keys
    return [ChanceOut(**one.to_json()) for one in found if one.revealed]
