"""Sign-in by link."""

from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words
from houseway.server.host import Host, proper
from houseway.server.http.problems import Problem
from houseway.server.sign_in.sessions import NO_LINK, PLAYER, Session, Sessions

MAY_INVITE = {  # the roles that each role may invite besides players: never one above itself
    "floor": ("dealer", "floor"),
    "admin": ("dealer", "floor", "auditor", "admin"),
}


def invitation(session: Session, sessions: Sessions, role: str, address: str = "") -> str:
    """Create a link for another person: a player, or a staff member if the inviter may. The floor
    may not invite those who supervise it."""
    if role != PLAYER and role not in MAY_INVITE.get(session.role, ()):
        who = " or ".join(giver for giver, roles in MAY_INVITE.items() if role in roles)
        raise Problem(403, f"{session.role} may not invite {article(role)}; {who} may")
    made = sessions.link(role)
    sessions.invited(role, session.name, address)
    return made


def article(role: str) -> str:
    """Return a role with its article.

    >>> article("auditor"), article("dealer")
    ('an auditor', 'a dealer')
    """
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def come_in(
    host: Host,
    sessions: Sessions,
    link: str,
    name: str,
    role: str = "",
    address: str = "",
    password: str = "",
) -> str:
    """Use up a link, start a session and return its secret.

    A guest's link creates a new user. The owner's link also admits any known user without a second
    factor, and a personal link admits one user; a user with a password must give it. New staff must
    set a password, because their idle sessions end.
    """
    found = sessions.behind(link)
    if found is None:
        raise Refused(NO_LINK)
    name = proper(found.person or name)
    known = host.role(name) if found.owner or found.person else ""
    if found.owner and not role and not known:
        raise Refused(f"there is no user {name}: choose a role")
    role = role or known or found.roles[0]
    if not found.person and role not in found.roles:
        raise Refused(f"this link is not for {words(role)}; it is for {' or '.join(found.roles)}")
    how = "owner link" if found.owner else "personal link" if found.person else "link"
    if known:
        if role != known:
            raise Refused(f"{name} is {known} here, not {role}")
        return _come_back(sessions, link, name, known, password, address, how)
    if sessions.keeps_passwords and (password or role != PLAYER):
        if not password:
            raise Refused(f"set a password: {article(role)} needs one to sign in again")
        sessions.check_password(password)
    sessions.use(link)  # first, so that only one of two simultaneous uses succeeds
    try:
        host.enter(name, role)
    except BaseException:
        sessions.unuse(link, found)
        raise
    if sessions.keeps_passwords and password:
        sessions.set_password(name, password, address)
    return sessions.start(name, role, address, how)


def _come_back(
    sessions: Sessions, link: str, name: str, role: str, password: str, address: str, how: str
) -> str:
    """Start a session of a known user; a link does not bypass a second factor or a password."""
    if sessions.has_factor(name):
        raise Refused(f"{name} signs in with a password and a code, not with a link")
    if not sessions.has_password(name):
        sessions.use(link)
        return sessions.start(name, role, address, how)
    if not password:
        raise Refused(f"{name} has a password: sign in with it")
    secret = sessions.log_in(name, password, address=address)
    sessions.use(link)
    return secret


def may_return(host: Host, sessions: Sessions, kept: str) -> str:
    """Return the name of the guest whose browser this is; None if the guest has set a password
    since."""
    name = sessions.guest_of(kept)
    if not name or host.role(name) != PLAYER or sessions.has_password(name):
        return ""
    return name
