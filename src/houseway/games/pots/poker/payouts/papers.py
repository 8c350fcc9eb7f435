"""The papers of a payout fund. A field that is left out is a gap, which the law names; a misspelled
one is an error. Amounts are written as people write them (``$250``)."""

from datetime import date

from houseway.rulebook.models import Model, Money, Text


class Who(Model):
    """Somebody, by name and position."""

    name: str = ""
    position: str = ""


class Witness(Who):
    """Somebody in whose presence a container is counted."""

    department: str = ""
    license: str = ""
    on_floor: bool = False  # the position requires presence on the casino floor


class Filing(Model):
    """What is filed before a payout is offered: how it ends, and the internal controls of the
    count."""

    submitted: date | None = None
    contributions: str = ""  # how they end
    transfers: str = ""  # to which other payouts amounts go
    patrons: str = ""
    method: str = ""
    place: str = ""  # of a count of boxes
    witness: str = ""  # of a count of containers: the procedure at every table
    positions: list[str] = []  # identified as witnesses of a second department
    incompatible: list[str] = []  # positions whose function does not go with it
    capacity: Money = 0  # of a container; 0 where it has no mark


class Day(Model):
    """Something that is done on a gaming day."""

    day: date


class AtTable(Day):
    """A count at a closed table."""

    table: Text = ""
    found: Money | None = None
    notice: bool = False
    table_closed: bool = False
    counted_by: Who | None = None
    watched_by: Who | None = None
    surveillance: bool = False
    signed_by_dealer: bool = False
    signed_by_supervisor: bool = False
    locked_container: bool = False
    carried_by: Who | None = None


class InCage(Day):
    """A count of all boxes in the cage."""

    found: dict[Text, Money] = {}  # by table
    place: str = "cage"
    notice: bool = False
    accounted_by: Who | None = None
    locked: bool = False
    carried_by: Who | None = None
    counted_by: Who | None = None


class Verified(Day):
    """The cashier's count of what came in locked containers."""

    found: Money | None = None
    verified_by: Who | None = None


class Form(Model):
    """The Payout Contribution Form."""

    serial: int = 0
    date_and_time: str = ""
    table: Text = ""
    payout: str = ""
    amount: Text = ""  # dollars; nothing at all is an amount too
    signed_by_dealer: bool = False
    signed_by_witness: bool = False


class Container(Day):
    """A count of a container whose chips go back to the table inventory."""

    form: Form = Form()
    procedure: str = ""
    counted_by: Who | None = None
    witness: Witness | None = None
    surveillance: bool = False


class Deposit(Day):
    """Where the two parts of a form went."""

    serial: int
    original_by: Who | None = None
    original_in: str = ""
    duplicate_by: Who | None = None
    duplicate_in: str = ""


class Match(Day):
    """Duplicates out of the accounting box against originals from the count room."""

    duplicates: list[int] = []
    originals: list[int] = []
    matched_by: Who | None = None


class Adjust(Day):
    """The display is set, and looked at."""

    display: Money | None = None
    seen: Money | None = None
    adjusted_by: Who | None = None
    watched_by: Who | None = None


class OneTable(Day):
    """Something that happens to one table."""

    table: Text


class Contribution(OneTable):
    """What a pot gives."""

    amount: Money


class Won(Day):
    """What a verified hand was paid."""

    amount: Money


class End(Day):
    """Contributions end."""

    rules_amended: bool = False


class Transfer(Day):
    """What is left goes to another payout."""

    to: str
    amount: Money


class PayOut(Day):
    """What is left is paid to players by a posted rule."""

    rule: str = ""
    players: dict[str, Money] = {}
