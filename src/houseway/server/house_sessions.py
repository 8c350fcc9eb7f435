"""Sessions that a ledger keeps."""

from hashlib import sha256

from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused
from houseway.server.sessions import PLAYER, Session, Sessions


class HouseSessions(Sessions):
    """Sessions in a house's ledger, so that browsers and programs come back after a restart. Links
    are still of the process that gave them."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house

    def start(self, name: str, role: str = PLAYER) -> str:
        """A session for somebody, as the secret that stands for it."""
        return self._house.let_in(name)

    def log_in(self, name: str, password: str) -> str:
        """A session for somebody who says a password."""
        return self._house.log_in(name, password)

    def of(self, secret: str) -> Session | None:
        """Whose session this is."""
        if not secret:
            return None
        try:
            person = self._house.who(secret)
        except Refused:
            return None
        # follows from the secret, which only its holder knows, and does not give it away
        return Session(person.name, sha256(f"csrf {secret}".encode()).hexdigest(), person.role)

    def end(self, secret: str) -> None:
        """The session is over."""
        self._house.log_out(secret)
