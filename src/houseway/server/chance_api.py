"""The HTTP API of provable fairness: the commitment to the next key, the seats' seeds, and the
proof of a round for ``static/proof.html``."""

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
    """The hash of the next shuffle's key; empty if there is no commitment yet."""

    commitment: str


class ChanceOut(BaseModel):
    """A revealed key, and every random value that was derived from it."""

    commitment: str
    key: str
    steps: list[dict[str, Any]]


class CommitIn(Strict):
    """The seat that asks for a commitment."""

    seat: Seat


class SeedIn(Strict):
    """A seat's seed."""

    seat: Seat
    seed: Annotated[
        str, Field(pattern="^([0-9a-f]{2}){1,64}$", description="Up to 64 bytes in hexadecimal.")
    ]


@chance_api.get("/tables/{id}/commitment", responses=_READS)
def commitment(id: TableId, caller: Caller, host: TheHouse) -> CommitmentOut:
    """Return the commitment to the next shuffle's key, while seats may give seeds."""
    return CommitmentOut(commitment=ledger_of(host).committed(id))


@chance_api.post("/tables/{id}/commitment", responses=_SAYS)
def commit(
    id: TableId, said: CommitIn, caller: PlayerOnly, host: TheHouse, key: Key = ""
) -> CommitmentOut:
    """Make the server commit to the next shuffle's key now, before seeds are given."""
    house = ledger_of(host)
    command = {"do": "commit", "seat": said.seat}
    house.do(id, command, by=caller.name, key=key or uuid.uuid4().hex)
    return CommitmentOut(commitment=house.committed(id))


@chance_api.post("/tables/{id}/seed", responses=_SAYS)
def seed(
    id: TableId, said: SeedIn, caller: PlayerOnly, host: TheHouse, key: Key = ""
) -> CommitmentOut:
    """Give a seed: the server's key and the seeds of all seats together decide the order."""
    house = ledger_of(host)
    command = {"do": "seed", "seat": said.seat, "seed": said.seed}
    house.do(id, command, by=caller.name, key=key or uuid.uuid4().hex)
    return CommitmentOut(commitment=house.committed(id))


@chance_api.get("/eye/tables/{id}/rounds/{round}/chance", responses=_READS)
def chance_of_round(
    id: TableId, round: RoundNumber, caller: EyeOnly, host: TheHouse
) -> list[ChanceOut]:
    """Return the revealed keys of a finished round, with every value derived from them: the data
    that `/static/proof.html` checks."""
    found = proof(ledger_of(host), id, round).keys
    return [ChanceOut(**one.to_json()) for one in found if one.revealed]
