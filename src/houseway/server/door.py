"""The door: how somebody comes in by a link."""

from houseway.rulebook.refusal import Refused
from houseway.server.host import Host, proper
from houseway.server.sessions import Sessions


def come_in(host: Host, sessions: Sessions, link: str, name: str) -> str:
    """Somebody's name as the house knows it from now on; the link is used up. A link of whoever
    opened the doors also lets somebody back in whom the house knows: those who were invited could
    take another's place with it, so theirs do not."""
    if not sessions.is_good(link):
        raise Refused("this link has been used or is none of ours; ask for another")
    back = sessions.lets_back(link) and host.knows(proper(name))
    entered = proper(name) if back else host.enter(name)
    sessions.use(link)
    return entered
