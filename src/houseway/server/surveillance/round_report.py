"""The report of a round: bets and payouts, every event with its paragraph, and the proof."""

from houseway.documents.blocks import Block, Document, Drawing, Grid, Heading, Words
from houseway.documents.html import html
from houseway.documents.pdf import pdf
from houseway.ledger.audit.verify_round import Verified
from houseway.rulebook.cite import split
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.server.surveillance.round_seen import SeenRound
from houseway.server.surveillance.view import eye_view, place_words, told
from houseway.server.table.view import signed

MEDIA = {"html": "text/html; charset=utf-8", "pdf": "application/pdf"}
STATES = {"holds": "holds", "fails": "DOES NOT HOLD", "open": "not to be told yet"}


def report(seen: SeenRound, verified: Verified) -> Document:
    """Return the report of a finished round."""
    assert seen.card is not None
    card, book = seen.card, seen.rules.book
    as_seen = place_words(seen.place, seen)
    blocks: list[Block] = [
        Grid(
            "The round",
            ["", " "],
            [
                ["Law", f"{book.law}, edition {book.edition}"],
                ["Rulebook", seen.rulebook],
                ["Began", f"{_when(card.began)}, entry {card.first}"],
                ["Ended", f"{_when(card.ended)}, entry {card.last}"],
                ["Result", "void" if card.void else "settled"],
                ["Seen as", as_seen],
            ],
        ),
        Grid(
            "Seats",
            ["Seat", "Player", "Wagered >", "Came to >"],
            [
                [
                    str(seat),
                    name,
                    money(card.staked.get(seat, 0)),
                    signed(card.nets.get(seat, 0)),
                ]
                for seat, name in sorted(card.players.items())
            ],
        ),
    ]
    last = eye_view(seen, len(seen.events))
    if drawn := last.table.felt or last.table.areas:
        blocks.append(Drawing(drawn, f"The table at the end of the round, as {as_seen} saw it."))
    blocks += [Heading("What each wager came to"), *_wagers(seen)]
    blocks += [Heading("Everything that happened"), _events(seen), _steps(seen)]
    blocks += [Heading("Proof"), *_proof(verified)]
    title = f"{book.title}: round {card.round} of table {card.table}"
    return Document(title, f"{_when(card.ended)} · {book.law}", blocks)


def written(document: Document, form: str) -> bytes:
    """Return a document as PDF or HTML."""
    if form == "html":
        return html(document).encode()
    try:
        return pdf(document)
    except ModuleNotFoundError as error:
        raise Refused(f"this needs {error.name}: install houseway[documents]") from None


def _when(at: str) -> str:
    return f"{at[:10]} {at[11:19]} UTC"


def _wagers(seen: SeenRound) -> list[Block]:
    last = eye_view(seen, len(seen.events))
    rows = [
        [str(one.seat), one.name, row.name, row.net, row.how, row.cite]
        for one in last.settled
        for row in one.rows
    ]
    if not rows:
        return [Words("No wager was settled.")]
    columns = ["Seat", "Player", "Wager", "Came to >", "How", "Cite"]
    return [Grid("Wagers", columns, rows)]


def _events(seen: SeenRound) -> Grid:
    rows = [
        [str(one.number), one.at, str(one.entry), one.says, one.step, one.cite]
        for one in told(seen)
    ]
    columns = ["No. >", "Time, UTC", "Entry >", "Event", "Step", "Cite"]
    return Grid("Events", columns, rows)


def _steps(seen: SeenRound) -> Grid:
    """Return the rulebook's texts for the steps of the round."""
    book = seen.rules.book
    taken = dict.fromkeys(event.step for event in seen.events if event.step in book.round)
    rows = [
        [
            step.replace("_", " "),
            book.round[step].says,
            ", ".join(dict.fromkeys(split(seen.rules.cite(step)))),
        ]
        for step in taken
    ]
    return Grid("Steps", ["Step", "What the rulebook says of it", "Cite"], rows)


def _proof(verified: Verified) -> list[Block]:
    blocks: list[Block] = []
    for check in verified.checks:
        blocks.append(Heading(f"{check.name.capitalize()}: {STATES[check.state]}", 2))
        blocks.append(Words(check.proves, quiet=True))
        blocks += [Words(found) for found in check.found]
    blocks.append(Words(f"The house's public key is {verified.public_key}.", quiet=True))
    return blocks
