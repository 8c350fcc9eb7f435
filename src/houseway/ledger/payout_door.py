"""The door of a host of payouts, and the way of another casino to it: signed letters as JSON."""

import json
from typing import Any

from houseway.ledger.chain import canonical
from houseway.ledger.errors import Unavailable
from houseway.ledger.payout_host import PATIENCE, Host
from houseway.ledger.payout_link import Send
from houseway.ledger.small_server import PLAIN, Reply, SmallServer, post
from houseway.rulebook.refusal import Refused

PATH = "/payouts"
LONGEST = 1 << 20  # bytes
JSON = "application/json"


class PayoutServer(SmallServer):
    """Hosts at an address, by the names of their systems."""

    def __init__(self, address: tuple[str, int], *hosts: Host) -> None:
        self.hosts = {host.name: host for host in hosts}
        super().__init__(address, PATH, LONGEST, self.take)

    def take(self, body: bytes) -> Reply:
        """One letter."""
        try:
            letter = json.loads(body)
            host = self.hosts.get(letter["system"])
            if host is None:
                raise Refused("this house is host of no such payout system")
            return Reply(200, JSON, canonical(answer(host, letter)))
        except Refused as refusal:
            told = {"reason": refusal.reason, "cite": refusal.cite}
            return Reply(200, JSON, canonical({"refused": told}))
        except Unavailable as error:
            return Reply(503, PLAIN, f"{error}\n")
        except (ValueError, KeyError, TypeError):
            return Reply(400, PLAIN, "this is no letter of a casino\n")


def answer(host: Host, letter: dict[str, Any]) -> dict[str, Any]:
    """What a host answers to a letter."""
    casino, said, signature = letter["casino"], letter["said"], letter["signature"]
    if said["do"] == "wait":
        return host.wait(casino, said, signature)
    return host.take(casino, said, signature)


def send_to(url: str) -> Send:
    """Letters to a host over HTTP."""

    def send(letter: dict[str, Any]) -> dict[str, Any]:
        status, text = post(f"{url}{PATH}", canonical(letter).encode(), LONGEST, PATIENCE)
        if status != 200:
            raise Unavailable(f"the host at {url} does not take it ({status})")
        try:
            found: dict[str, Any] = json.loads(text)
        except ValueError:
            raise Unavailable(f"the host at {url} does not answer in letters") from None
        return found

    return send


def send_within(host: Host) -> Send:
    """Letters of the host casino itself, which need no network."""

    def send(letter: dict[str, Any]) -> dict[str, Any]:
        try:
            return answer(host, letter)
        except Refused as refusal:
            return {"refused": {"reason": refusal.reason, "cite": refusal.cite}}

    return send
