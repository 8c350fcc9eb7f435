"""The door: how somebody comes in by a link."""

from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words
from houseway.server.host import Host, proper
from houseway.server.problems import Problem
from houseway.server.sessions import NO_LINK, PLAYER, Session, Sessions

MAY_INVITE = {  # whom each role lets in besides players: nobody makes somebody above themselves
    "floor": ("dealer", "floor"),
    "admin": ("dealer", "floor", "auditor", "admin"),
}


def invitation(session: Session, sessions: Sessions, role: str, address: str = "") -> str:
    """A link for somebody else: a player or, from those who run the house, somebody who works in
    it. The floor does not let in those who watch it or stand above it."""
    if role != PLAYER and role not in MAY_INVITE.get(session.role, ()):
        who = " or ".join(giver for giver, roles in MAY_INVITE.items() if role in roles)
        raise Problem(403, f"{session.role} may not invite {article(role)}; {who} may")
    made = sessions.link(role)
    sessions.invited(role, session.name, address)
    return made


def article(role: str) -> str:
    """A role with the article before it.

    >>> article("auditor"), article("dealer")
    ('an auditor', 'a dealer')
    """
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def come_in(
    host: Host, sessions: Sessions, link: str, name: str, role: str = "", address: str = ""
) -> str:
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
    if known and not sessions.by_link(name):
        raise Refused(f"{name} signs in with a password and a code, and not by a link")
    sessions.use(link)  # first, so that of two who come by it at once one comes in
    if not known:
        try:
            host.enter(name, role)
        except BaseException:
            sessions.unuse(link, found)
            raise
    return sessions.start(name, role, address)
