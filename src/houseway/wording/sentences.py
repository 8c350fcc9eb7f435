"""Statements of a rulebook in regulatory form: what shall be done, by whom, and when.

Rulebooks tell a step as people at a table do ("Losing wagers are taken."). A regulation orders it:
"Losing wagers shall be taken." A statement of fact, which nobody can be ordered to bring about,
stays in the present tense. Used by draft rules, by the complete text of ``guide --full`` and on
the dealer's card.
"""

import re
from collections.abc import Collection
from functools import cache

from houseway.wording.verbs import (
    ACTORS,
    ADVERBS,
    ALWAYS,
    BASES,
    BEFORE_NOUN,
    FACTS,
    JOINS,
    MADE_BY_PEOPLE,
    NO_PEOPLE,
    NOUNISH,
    OFTEN_NOUNS,
    ORDERS,
    PARTICIPLES,
    PLURALS,
    RELATIVE,
    SELDOM_NOUNS,
    STATES,
    WHEN,
)

_IRREGULAR = {"goes": "go", "does": "do", "has": "have", "is": "be", "are": "be"}
_BE, _WAS, _HAVE = {"is", "are"}, {"was", "were", "had"}, {"has", "have"}
_MODALS = {"may", "must", "shall", "will", "need"}
_CAN = {"can", "cannot"}
_ANY_BE = _BE | _WAS | _HAVE | {"may", "must", "can", "do", "does", "shall"}
_DETERMINERS = {"a", "an", "the", "his", "its", "their", "no", "of"}
_PARTICLES = {"in", "on", "up", "by", "out", "off"}
_PREPOSITIONS = {"after", "before", "until", "as", "than", "once"}
_STOPS = {"and", ",", ";", "each", "every", "only", "or"}
NEAR = 6  # words within which the verb of a clause stands
_TOKEN = re.compile(r"[\w'’/$%-]+|[^\w\s]|\s+")
_NUMBER = "A|An|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Thirteen"
_DEALT = re.compile(
    rf"^((?:From|In|Clockwise)[^,]*, )?((?:{_NUMBER}|The (?:other|next|last|missing|first|second|"
    r"third|two)|Another)\b.*\b(?:cards?|stacks?|tiles?)\b.*)$",
    re.IGNORECASE,
)
_FACE = re.compile(r"\bface (?:up|down)\b|\bto (?:each|the|every)\b|\bone by one\b")
_MADE = re.compile(
    r"^(?:A|An)\b.*\b(?:wager|bet|raise|odds)\b.*\b(?:equal|of|exactly|at)\b", re.IGNORECASE
)
_IMPERATIVES = {"Count", "Switch"}
_CALLED = re.compile(r"^[A-Z][\w' -]{1,28}$")
_WENT = re.compile(r"^(?:From|Clockwise|Counterclockwise|In the order|In turn)\b")
_DOES = re.compile(r"^(?:call|fold|check|raise|bet|hit|stand|all-in|pass|surrender|double|split)$")


@cache
def _third_person() -> dict[str, str]:
    """Return base forms by their forms with -s."""
    found = dict(_IRREGULAR)
    for verb in ORDERS:
        if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
            found[f"{verb}es"] = verb
        elif verb.endswith("y") and verb[-2] not in "aeiou":
            found[f"{verb[:-1]}ies"] = verb
        else:
            found[f"{verb}s"] = verb
    return found


_BASE_OF_FACT = {f"{v[:-1]}ies" if v.endswith("fy") else f"{v}s": v for v in FACTS}
_FACT_FORMS = frozenset(_BASE_OF_FACT)


def _tells(tokens: list[str], at: int) -> bool:
    """Return whether a word is a verb of fact, in the third person."""
    word = tokens[at].lower()
    return word in _BASE_OF_FACT and (word != "counts" or _word(tokens, at, -1) != "the")


def full_stop(text: str) -> str:
    """Return a text as a sentence: it begins with a capital and ends with a stop."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", ":", ".”")) else f"{text}."


def clause(text: str, names: Collection[str] = ()) -> str:
    """Return a sentence as a clause within another: in small letters unless a name begins it.

    >>> clause("The counts are equal."), clause("Dragon 7 wins.", ["Dragon 7"])
    ('the counts are equal', 'Dragon 7 wins')
    """
    text = text.strip().rstrip(".")
    word = re.split(r"[\s,;]", text, maxsplit=1)[0]
    proper = any(name.startswith(word) for name in names) or word[1:2].isupper() or word == "I"
    common = word in ("The", "A", "An", "No", "One", "More", "All", "Both", "Each")
    return text if proper and not common else text[:1].lower() + text[1:]


def shall(text: str) -> str:
    """Return a statement as an order, where it is one.

    >>> shall("Losing wagers are taken first and then the winning ones are paid.")
    'Losing wagers shall be taken first and then the winning ones shall be paid.'
    >>> shall("The dealer turns up three cards and announces the hand.")
    'The dealer shall turn up three cards and announce the hand.'
    >>> shall("A player who folds loses the ante.")
    'A player who folds shall lose the ante.'
    >>> shall("Players place antes."), shall("The device was not used.")
    ('Players shall place antes.', 'The device was not used.')
    >>> shall("Three cards face down to each player and to the dealer.")
    'The dealer shall deal three cards face down to each player and to the dealer.'
    """
    text = text.strip()
    verb = re.split(r"[\s.]", text, maxsplit=1)[0]
    if verb in _IMPERATIVES:
        first, sign, rest = text.partition(";")
        return full_stop(f"the dealer shall {clause(first)}{sign}{_ordered(rest) or rest}")
    if orders := _ordered(text):
        return full_stop(orders)
    if has_verb(text):
        return full_stop(text)
    if (found := _DEALT.match(text)) and _FACE.search(text):
        before, dealt = found[1] or "", found[2]
        return full_stop(f"{before}the dealer shall deal {clause(dealt)}")
    if _MADE.match(text):
        return full_stop(f"the player may make {clause(text)}")
    if _DOES.match(text.lower().rstrip(".")):
        what = "go all-in" if text.lower().startswith("all-in") else clause(text)
        return full_stop(f"the player may {what}")
    if _WENT.match(text):
        return full_stop(f"the dealer shall proceed {clause(text)}")
    if _CALLED.match(text):
        return f"The dealer shall announce “{text}.”"
    return full_stop(text)


def has_verb(text: str) -> bool:
    """Return whether a text has a finite verb, as far as the words of rulebooks tell."""
    tokens = _TOKEN.findall(text)
    return any(
        tokens[at].lower() in _ANY_BE | _FACT_FORMS | {"was", "were", "lies", "rests", "runs"}
        or _is_verb(tokens, at)
        for at in range(len(tokens))
    )


def _word(tokens: list[str], at: int, step: int) -> str:
    """Return the next word in a direction, or a sign that stands before it."""
    at += step
    while 0 <= at < len(tokens):
        if not tokens[at].isspace():
            return tokens[at].lower()
        at += step
    return ""


def _is_verb(tokens: list[str], at: int) -> bool:
    """Return whether a word is a verb that orders, in the third person or after a plural."""
    word, before, after = tokens[at].lower(), _word(tokens, at, -1), _word(tokens, at, 1)
    if word in _BE | {"has", "goes", "does"}:
        return True
    if word in _third_person() and word not in NOUNISH and before:
        return before not in _DETERMINERS
    if before in BEFORE_NOUN and not (before in _PARTICLES and word not in OFTEN_NOUNS):
        return False
    if not before and word != tokens[at]:
        return False
    if before.endswith(("'s", "s'", "’s")) and word in NOUNISH:
        return False
    if before in RELATIVE and word in {*ORDERS, *BASES, *FACTS}:
        return True
    if after in _ANY_BE and word in NOUNISH | BASES:
        return False
    if word in ALWAYS:
        return before not in _MODALS | {"to", "not"}
    if word in _third_person():
        if word in OFTEN_NOUNS and before not in ACTORS:
            return False
        if word in MADE_BY_PEOPLE and before in NO_PEOPLE:
            return False
        return before not in (",", ";", ":", "-") or after in ("the", "a", "its", "it")
    plural = (before.endswith("s") and not before.endswith(("ss", "'s", "’s"))) or before in PLURALS
    joined = (
        word in SELDOM_NOUNS
        and "and" in [one.lower() for one in tokens[:at]][-6:]
        and before not in _MODALS | {"to"}
    )
    known = _third_person().keys() - {"bets", "wagers"}
    return word in BASES and (plural or joined) and before not in known | JOINS


def _ordered(text: str) -> str:
    """Return a statement with its main verbs after "shall"; nothing where it orders nothing."""
    tokens = _TOKEN.findall(text)
    made: list[str] = []
    hidden = 0  # verbs of subordinate clauses that are still to come
    within = False  # whether the last main verb stands after "shall"
    ordered = told = False  # whether something is ordered; whether a fact is told before it
    closed = False  # whether the clause has its verb
    last_hidden = False  # whether the last verb stood in a subordinate clause
    joint = 0  # where the last clause begins
    for at, token in enumerate(tokens):
        word = token.lower()
        if token.isspace() or not word[:1].isalnum():
            made.append(token)
            closed = closed and token not in ",;:."
            if token in ";:":
                within, hidden = False, 0
                joint = joint if ordered else len(made)
            continue
        if word in RELATIVE:
            hidden += _verbs_after(tokens, at) > (0 if made else 1) and not _is_past(tokens, at)
        elif word in WHEN and _begins_clause(tokens, at):
            hidden += 1
        elif _is_verb(tokens, at) or word in _WAS | _HAVE | _MODALS | _CAN or _tells(tokens, at):
            if hidden or (last_hidden and _word(tokens, at, -1) in JOINS):
                hidden, last_hidden = max(0, hidden - 1), True
            elif closed and word not in _ANY_BE:
                pass
            elif word in _MODALS:
                made.append("shall" if word == "must" else token)
                within = ordered = closed = True
                last_hidden = False
                continue
            elif word in _FACT_FORMS and within and _word(tokens, at, -1) in JOINS:
                made.append(_BASE_OF_FACT[word])
                continue
            elif word in _WAS | _CAN | _FACT_FORMS or _is_fact(tokens, at):
                within, closed = False, True
                told = told or not ordered
            else:
                base = _third_person().get(word, word)
                base = "have" if word in _HAVE else base
                shared = within and _word(tokens, at, -1) in JOINS | {","}
                negated = _word(tokens, at, 1) == "not"
                if negated and word in _BE | {"does", "do"}:
                    tokens[_next(tokens, at)] = ""
                    base = "be" if word in _BE else ""
                    base = f"not {base}".strip()
                made.append(base if shared else f"shall {base}")
                within = ordered = closed = True
                last_hidden = False
                continue
        elif word in JOINS:
            closed = False
            joint = joint if ordered else len(made) + 1
        made.append(token)
    if not ordered:
        return ""
    before, after = ("".join(made[:joint]), "".join(made[joint:])) if told else ("", "".join(made))
    if before:
        before = re.sub(r"[,;]?\s*(and|or|but|then)?\s*$", "", before)
        if ";" in before or after.strip().startswith("shall "):
            return ""
        after = f"If {clause(before)}, {clause(after.strip())}"
    return re.sub(r"\s+", " ", after)


def _next(tokens: list[str], at: int) -> int:
    """Return where the next word stands."""
    at += 1
    while tokens[at].isspace():
        at += 1
    return at


def _verbs_after(tokens: list[str], at: int) -> int:
    """Return how many verbs follow in the sentence."""
    known = _ANY_BE | _FACT_FORMS
    return sum(
        1
        for later in range(at + 1, len(tokens))
        if _is_verb(tokens, later) or tokens[later].lower() in known
    )


def _begins_clause(tokens: list[str], at: int) -> bool:
    """Return whether a word such as "after" begins a clause with a verb, and no mere phrase."""
    if tokens[at].lower() not in _PREPOSITIONS:
        return _verbs_after(tokens, at) > 0
    words = 0
    for later in range(at + 1, len(tokens)):
        word = tokens[later].lower()
        if word in _STOPS:
            return False
        words += not word.isspace()
        if words > NEAR:
            return False
        if _is_verb(tokens, later) or word in _ANY_BE | _FACT_FORMS | _HAVE:
            return True
    return False


def _is_past(tokens: list[str], at: int) -> bool:
    """Return whether a relative clause tells the past: "a player who wrongly declared"."""
    near = [one.lower() for one in tokens[at + 1 :] if one.strip()][:2]
    return any(one.endswith("ed") for one in near) and not _ANY_BE & {*near}


def _is_fact(tokens: list[str], at: int) -> bool:
    """Return whether a verb tells what is so or has happened, which nobody can order."""
    word, later = tokens[at].lower(), at
    after = _word(tokens, later, 1)
    while after in ADVERBS or after.endswith("ly"):
        later = _next(tokens, later)
        after = _word(tokens, later, 1)
    if word in {"does", "do"}:
        return after in FACTS or after not in {*ORDERS, *BASES}
    if word in _HAVE:
        return True
    if tokens[0] == "Nobody" and at < NEAR:
        return True
    if word not in _BE:
        return False
    return not (after.endswith(("ed", "en", "wn")) or after in PARTICIPLES | STATES)
