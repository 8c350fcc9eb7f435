"""The door: how somebody comes in by a link."""

from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words
from houseway.server.host import Host, proper
from houseway.server.problems import Problem
from houseway.server.sessions import NO_LINK, PLAYER, Session, Sessions


def invitation(session: Session, sessions: Sessions, role: str) -> str:
    """A link for somebody else. Those who run the house may invite those who work in it."""
    if role != PLAYER and session.role not in ("floor", "admin"):
        raise Problem(403, f"{session.role} may not invite a {role}; floor or admin may")
    return sessions.link(role)


def come_in(host: Host, sessions: Sessions, link: str, name: str, role: str = "") -> str:
    """The secret of a session that begins now; the link is used up. A link of whoever opened the
    doors also lets somebody back in whom the house knows: those who were invited could take
    another's place with it, so theirs do not."""
    found = sessions.behind(link)
    if found is None:
        raise Refused(NO_LINK)
    name, role = proper(name), role or found.roles[0]
    if role not in found.roles:
        raise Refused(f"this link is not for {words(role)}; it is for {' or '.join(found.roles)}")
    known = host.role(name) if found.back else ""
    if known and known != role:
        raise Refused(f"{name} is {known} here, not {role}")
    sessions.use(link)  # first, so that of two who come by it at once one comes in
    if not known:
        try:
            host.enter(name, role)
        except BaseException:
            sessions.unuse(link, found)
            raise
    return sessions.start(name, role)
