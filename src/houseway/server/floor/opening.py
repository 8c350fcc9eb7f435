"""Pages that open a table: from a preset with one click, or by choosing options, with a verdict
beside each choice."""

import uuid
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.games import game as find_game
from houseway.games import games
from houseway.referee.table import BY_HAND
from houseway.rulebook.chapter import chapter
from houseway.rulebook.choosing import Choosing, choose, text_of
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.floor import desk
from houseway.server.floor.form import PARTS, Read, plain, read_form, sent_form
from houseway.server.floor.presets import Preset, grouped, opened_before, preset_of, usual_presets
from houseway.server.host import Host
from houseway.server.pages import page
from houseway.server.sign_in.caller import FloorHouse, FloorHouseForm, TheHouse
from houseway.server.sign_in.sessions import Session

Text = Annotated[str, Query(max_length=100)]
Like = Annotated[int, Query(ge=0, le=10**9)]
SHORT = 6  # lines of limits that are shown whether they are changed or not
floor_opening = APIRouter(
    prefix="/floor", include_in_schema=False, default_response_class=HTMLResponse
)


@floor_opening.get("/open")
def configure(
    request: Request,
    session: FloorHouse,
    host: TheHouse,
    game: Text = "three-card-blitz",
    edition: Text = "",
    like: Like = 0,
) -> Response:
    """Show the options that the law leaves to the house; they start at their defaults, or as at
    another table."""
    form = dict(request.query_params)
    if like:
        preset = preset_of(host, like)
        game, edition = preset.wanted.game, preset.wanted.edition
        if not any(name.startswith(("option.", "limit.", "meter.", "hand.")) for name in form):
            form |= as_form(preset)
    return _configure(request, session, host, game, edition, form)


@floor_opening.post("/open")
async def open_table(request: Request, session: FloorHouseForm, host: TheHouse) -> Response:
    """Open the table; show the reason beside the field if it is not permitted."""
    form = await sent_form(request)
    game, edition = form.get("game", ""), form.get("edition", "")
    try:
        wanted, read = _wanted(game, edition, form)
        for unread in read.unread:
            raise unread
        table = desk.open_table(host, wanted, session.name, form.get("key", "")[:100])
    except Refused as refusal:
        find_game(game)  # otherwise there is nothing to choose from
        return _configure(request, session, host, game, edition, form, refusal)
    return RedirectResponse(f"/floor/tables/{table}", 303)


@floor_opening.post("/open/preset")
def open_preset(
    session: FloorHouseForm,
    host: TheHouse,
    game: Annotated[str, Form(max_length=100)] = "",
    edition: Annotated[str, Form(max_length=100)] = "",
    like: Annotated[int, Form(ge=0, le=10**9)] = 0,
    key: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Open a table from a preset."""
    if like:
        wanted = preset_of(host, like).wanted
    else:
        wanted = next(
            (
                one.wanted
                for one in usual_presets()
                if (one.wanted.game, one.wanted.edition) == (game, edition)
            ),
            None,
        ) or _unknown(game, edition)
    return RedirectResponse(
        f"/floor/tables/{desk.open_table(host, wanted, session.name, key)}", 303
    )


def _unknown(game: str, edition: str) -> desk.Wanted:
    find_game(game).rulebook(edition)
    raise Refused(f"{game} of {edition} has no default table")


def as_form(preset: Preset) -> dict[str, str]:
    """Return a preset as form fields."""
    wanted = preset.wanted
    form = {
        f"option.{name}": text_of(value)
        for name, value in wanted.options.items()
        if not isinstance(value, dict)
    }
    for name, limit in wanted.limits.items():
        form |= {f"limit.{name}.{part}": plain(getattr(limit, part)) for part in PARTS}
    for name, terms in wanted.meters.items():
        form |= {
            f"meter.{name}.{key}": plain(value) if key == "reset" else str(value)
            for key, value in terms.items()
        }
    return form | {f"hand.{who}": "yes" for who in wanted.by_hand}


def _wanted(game: str, edition: str, form: Mapping[str, str]) -> tuple[desk.Wanted, Read]:
    found = find_game(game)
    edition = edition if edition in found.editions else found.editions[0]
    book = found.rulebook(edition)
    read = read_form(book, form, chapter(edition).limits)
    offered = choose(
        book, read.options, {}
    )  # a form may still have a choice that is no longer available
    lines = {line.name for line in offered.limits}
    read.limits = {name: limit for name, limit in read.limits.items() if name in lines}
    read.meters = {name: terms for name, terms in read.meters.items() if name in offered.meters}
    wanted = desk.Wanted(game, edition, read.options, read.limits, read.meters, read.by_hand)
    return wanted, read


def _configure(
    request: Request,
    session: Session,
    host: Host,
    game: str,
    edition: str,
    form: Mapping[str, str],
    refusal: Refused | None = None,
) -> Response:
    wanted, read = _wanted(game, edition, form)
    found = find_game(game)
    choosing = wanted.choosing()
    problems = [*read.unread, *choosing.problems]
    like = form.get("like", "")
    base = desk.Wanted(game, wanted.edition, {}, {}, {})
    if like.isdecimal() and len(like) < 10 and int(like):
        base = preset_of(host, int(like)).wanted
    before = [
        one
        for one in opened_before(host)
        if (one.wanted.game, one.wanted.edition) == (game, wanted.edition)
    ]
    return page(
        request,
        "floor_open.html",
        session,
        host,
        games=[(id, find_game(id).rulebook(find_game(id).editions[0]).title) for id in games()],
        game=game,
        edition=wanted.edition,
        editions=found.editions,
        by_hand=BY_HAND,
        hands=read.by_hand,
        meters_changed=_told(wanted, base),
        form=form,
        like=like,
        before=before,
        key=form.get("key") or uuid.uuid4().hex,
        refusal=refusal if refusal and not problems else None,
        status_code=409 if refusal else 200,
        **shown(choosing, problems, base.choosing().rules),
    )


def _told(wanted: desk.Wanted, base: desk.Wanted) -> bool:
    """Return whether the meters' terms differ from those of the preset."""
    mine, theirs = wanted.choosing().meters, base.choosing().meters
    links = [{n: m.get("link") for n, m in one.meters.items()} for one in (wanted, base)]
    return dict(mine) != dict(theirs) or any(
        link != links[1].get(name) for name, link in links[0].items()
    )


def shown(choosing: Choosing, problems: list[Refused], base: TableRules | None) -> dict[str, Any]:
    """Return the template data of the part in which options are chosen: groups of options, changed
    ones first in each."""
    usual = {name: text_of(value) for name, value in base.options.items()} if base else {}
    limits = base.limits if base else {}
    changed = [
        line
        for line in choosing.limits
        if line.refusal or line.limit != limits.get(line.name) or len(choosing.limits) <= SHORT
    ]
    return {
        "choosing": choosing,
        "groups": grouped(choosing.book, choosing.options, usual),
        "limits_changed": changed,
        "limits_rest": [line for line in choosing.limits if line not in changed],
        "problems": problems,
        "ten_times": (choosing.rules.chapter if choosing.rules else _chapter(choosing)).ten_times,
    }


def _chapter(choosing: Choosing) -> Any:
    return chapter(choosing.book.edition)
