"""Sessions that a ledger keeps."""

from hashlib import sha256

from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused
from houseway.server.sessions import Session, Sessions


class HouseSessions(Sessions):
    """Sessions in a house's ledger, so that browsers and programs come back after a restart. Links
    are still of the process that gave them."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house

    def start(self, name: str) -> str:
        """A session for somebody, as the secret that stands for it."""
        return self._house.let_in(name)

    def of(self, secret: str) -> Session | None:
        """Whose session this is."""
        if not secret:
            return None
        try:
            name = self._house.who(secret).name
        except Refused:
            return None
        # follows from the secret, which only its holder knows, and does not give it away
        return Session(name, sha256(f"csrf {secret}".encode()).hexdigest())

    def end(self, secret: str) -> None:
        """The session is over."""
        self._house.log_out(secret)
