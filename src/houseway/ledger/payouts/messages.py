"""The messages between the casinos of a payout system: typed models, parsed before anything is
written, and the texts that are signed.

A casino puts questions to the host under numbers that only grow. An answer names its question and
carries its hash. What changed the system is a ``Step``: the host sends the steps that a casino does
not have yet, each with the question that caused it, signed by whoever asked.
"""

from hashlib import sha256
from typing import Annotated, Literal, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from houseway.ledger import books
from houseway.ledger.chain.hash_chain import canonical
from houseway.rulebook.models import Model
from houseway.rulebook.refusal import Refused

PATIENCE = 15.0  # seconds without a word after which the other end is not connected
LONGEST = 1 << 20  # bytes of a message
PAGE = 200  # steps in one answer
LARGEST = 2**53 - 1
_SHOWN = 200  # characters of a reason

Number = Annotated[int, Field(ge=0, le=LARGEST)]
Counted = Annotated[int, Field(ge=1, le=LARGEST)]
Small = Annotated[int, Field(ge=1, le=10**9)]
Cents = Annotated[int, Field(ge=0, le=books.MOST)]
Line = Annotated[str, Field(max_length=400, pattern=r"^[^\x00-\x1f\x7f]*$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Signature = Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]


class Message(Model):
    """A part of a message: every field is there and of exactly its type, and no other field is."""

    model_config = ConfigDict(strict=True)


# -- questions -------------------------------------------------------------------------------------


class Asked(Message):
    """What every question says: its number, the last question that was answered, and the last step
    that the casino has, with the hash of all steps up to it."""

    question: Counted
    answered: Number
    known: Counted
    head: Hash


class Wait(Asked):
    """A request that waits for news, up to a time limit."""

    do: Literal["wait"] = "wait"
    milliseconds: Annotated[int, Field(ge=0, le=60_000)]


class Transmit(Asked):
    """The total of a casino's contributions in cents, under the number of this transmission."""

    do: Literal["transmit"] = "transmit"
    number: Counted
    total: Cents


class ClaimPayout(Asked):
    """A payout is claimed for a hand; ``told`` is the step by which it was offered."""

    do: Literal["claim"] = "claim"
    table: Small
    round: Small
    at: Line
    winning: Line
    losing: Line
    verified_by: Line
    told: Counted
    percent: Annotated[int, Field(ge=1, le=100)]


Question = Wait | Transmit | ClaimPayout


class Letter(Message):
    """A request with the signature of the casino that sends it."""

    system: Line
    casino: Line
    said: Annotated[Question, Field(discriminator="do")]
    signature: Signature


# -- steps -----------------------------------------------------------------------------------------


class Disconnect(Message):
    """The host has not heard of a casino for too long."""

    do: Literal["disconnect"] = "disconnect"
    casino: Line


class Confirm(Message):
    """Confirmation of a payout by a person at the host."""

    do: Literal["confirm"] = "confirm"
    payout: Small
    by: Line = ""


class Deny(Message):
    """Denial of a payout by a person at the host."""

    do: Literal["deny"] = "deny"
    payout: Small
    by: Line = ""


class TellOtherwise(Message):
    """A record that a person at the host notified a casino of a payout in another way."""

    do: Literal["tell_otherwise"] = "tell_otherwise"
    payout: Small
    casino: Line
    how: Line
    by: Line = ""


Decision = Confirm | Deny | TellOtherwise
Act = Question | Decision | Disconnect


class Step(Message):
    """One step of a system: a casino's signed question, or something that the host decided."""

    number: Counted
    casino: Line
    act: Annotated[Act, Field(discriminator="do")]
    at: Line
    signature: Line


# -- answers ---------------------------------------------------------------------------------------


class Answer(Message):
    """The common part of every answer: the request it belongs to, its number and its hash."""

    system: Line
    casino: Line
    question: Counted
    asked: Hash


class Told(Answer):
    """The host's last step, and the next steps that the casino does not have."""

    answer: Literal["told"] = "told"
    number: Counted
    steps: Annotated[tuple[Step, ...], Field(max_length=PAGE)]


class Declined(Answer):
    """A refusal; with ``following``, numbers are taken from there on."""

    answer: Literal["refused"] = "refused"
    reason: Line
    cite: Line
    following: Number = 0


class SignedAnswer(Message):
    """An answer with the host's signature."""

    body: Annotated[Told | Declined, Field(discriminator="answer")]
    signature: Signature


# -- reading and signing ---------------------------------------------------------------------------

M = TypeVar("M", bound=Message)


def parse(model: type[M], text: str | bytes, what: str) -> M:
    """Return a text as one of the models, or refuse it in one line that names the first mistake."""
    if len(text) > LONGEST:
        raise Refused(f"{what} is longer than {LONGEST} bytes")
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        says = f"{where}: {first['msg']}" if where else str(first["msg"])
        raise Refused(f"{what} does not parse: {one_line(says)}") from None


def kept(model: type[M], data: object) -> M:
    """Return what this house has kept of a message in its own chain."""
    return model.model_validate_json(canonical(data))


def text_of(message: Message) -> str:
    """Return a message as it is sent."""
    return canonical(message.model_dump())


def question_text(system: str, casino: str, said: Question) -> str:
    """Return what a casino signs under a question."""
    return f"houseway payout question 2\n{system}\n{casino}\n{text_of(said)}"


def answer_text(host: str, body: Told | Declined) -> str:
    """Return what the host signs under an answer."""
    return f"houseway payout answer 2\n{host}\n{text_of(body)}"


def hash_of(system: str, casino: str, said: Question) -> str:
    """Return the hash by which an answer names its question."""
    return sha256(question_text(system, casino, said).encode()).hexdigest()


def one_line(text: str) -> str:
    """Return a text from elsewhere as one short line that can be shown."""
    plain = "".join(one if one.isprintable() else " " for one in text)
    return " ".join(plain.split())[:_SHOWN]
