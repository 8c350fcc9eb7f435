"""HTTP between the host and the members of a payout system: signed messages as JSON."""

import logging

from houseway.ledger.errors import Unavailable
from houseway.ledger.message_server import PLAIN, Reply, SmallServer, post
from houseway.ledger.payouts.host import Host
from houseway.ledger.payouts.member import Send
from houseway.ledger.payouts.messages import LONGEST, PATIENCE, Letter, one_line, parse
from houseway.rulebook.refusal import Refused

PATH = "/payouts"
JSON = "application/json"
_log = logging.getLogger("houseway.payouts")


class PayoutServer(SmallServer):
    """Hosts at an address, by the names of their systems."""

    def __init__(self, address: tuple[str, int], *hosts: Host) -> None:
        self.hosts = {host.name: host for host in hosts}
        super().__init__(address, PATH, LONGEST, self.take)

    def take(self, body: bytes) -> Reply:
        """Return the reply to one letter; what is no letter of a casino is refused in one line."""
        try:
            letter = parse(Letter, body, "the letter")
            host = self.hosts.get(letter.system)
            if host is None:
                raise Refused("this house does not host that payout system")
            return Reply(200, JSON, host.answer(letter))
        except Refused as refusal:
            return Reply(400, PLAIN, f"{refusal}\n")
        except Unavailable as error:
            return Reply(503, PLAIN, f"{error}\n")
        except Exception:
            _log.exception("a letter could not be answered")
            return Reply(500, PLAIN, "the host could not answer\n")


def send_to(url: str) -> Send:
    """Return the way of letters to a host over HTTP."""

    def send(letter: str) -> str:
        status, text = post(f"{url}{PATH}", letter.encode(), LONGEST, PATIENCE)
        if status != 200:
            raise Unavailable(f"the host at {url} answered {status}: {one_line(text)}")
        return text

    return send


def send_within(host: Host) -> Send:
    """Return the way of letters of the host casino itself, which need no network."""

    def send(letter: str) -> str:
        try:
            return host.receive(letter)
        except Refused as refusal:
            raise Unavailable(f"the host answered: {refusal}") from None

    return send
