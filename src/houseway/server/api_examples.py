"""Examples of API use: in Python with ``houseway.client``, and with curl. A test runs every Python
example and checks every curl example against the API."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """One task in both languages. ``BASE`` stands for the server's URL, ``LINK`` for a one-time
    link's token, ``TOKEN`` for a session token."""

    name: str
    says: str
    python: str
    curl: str
    role: str = "player"


EXAMPLES = (
    Example(
        "Sign in",
        "With the token of a one-time link (Invite, at the top of a page), or with name and"
        " password. What comes back is the token that every other call carries.",
        """\
from houseway.client import Client

house = Client("BASE")
token = house.enter("LINK", "Ada")
print(house.me())
""",
        """\
curl -s BASE/api/session \\
  -H "Content-Type: application/json" \\
  -d '{"link": "LINK", "name": "Ada"}'
curl -s BASE/api/me -H "Authorization: Bearer TOKEN"
""",
    ),
    Example(
        "Play a round",
        "Money is cents. An `Idempotency-Key` does a command once, however often it is sent;"
        " the Python client sends one by itself.",
        """\
table = house.open_table("three-card-blitz")
table.sit(1)
table.bet(1, ante=1000, blind=1000)
table.ready(1)
while table.look()["asks"] == "decision":
    table.act(1, "play")
print(table.look()["nets"])
""",
        """\
curl -s BASE/api/tables -H "Authorization: Bearer TOKEN" \\
  -H "Content-Type: application/json" -d '{"game": "three-card-blitz"}'
curl -s BASE/api/tables/1/commands -H "Authorization: Bearer TOKEN" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: my-first-seat" \\
  -d '{"do": "sit", "seat": 1}'
curl -s BASE/api/tables/1 -H "Authorization: Bearer TOKEN"
""",
    ),
    Example(
        "Look up exact odds",
        "The figures of any table, lawful or supposed. While something is counted, `state` is"
        " `working`: ask again.",
        """\
found = house.lab("roulette", edition="nj")
for one in found["figures"][:3]:
    print(one["name"], one["house_advantage"])
""",
        """\
curl -s "BASE/api/lab/roulette?edition=nj" -H "Authorization: Bearer TOKEN"
""",
    ),
    Example(
        "Run the floor",
        "For floor and admin: the law's verdict on a table before it is opened, what tables have"
        " taken today, what to look at.",
        """\
verdict = house.floor.check("three-card-blitz", options={"dealing": "hand"})
print(verdict["lawful"], verdict["problems"])
table = house.floor.open_table("three-card-blitz", limits={"ante": [2500, 50000]})
print(house.floor.takings()["total"], house.floor.alerts())
""",
        """\
curl -s BASE/api/floor/check -H "Authorization: Bearer TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"game": "three-card-blitz", "options": {"dealing": "hand"}}'
curl -s BASE/api/floor/takings -H "Authorization: Bearer TOKEN"
""",
        role="floor",
    ),
    Example(
        "Find and verify rounds",
        "For auditor, floor and admin: rounds by game, table, person, amount, wager, ruling and"
        " time; a gaming day in short.",
        """\
found = house.eye.find(game="three-card-blitz", least=100_00)
for one in found["rounds"]:
    print(one["table"], one["round"], house.eye.proof(one["table"], one["round"])["holds"])
print(house.eye.day()["total"])
""",
        """\
curl -s "BASE/api/eye/rounds?game=three-card-blitz&least=10000" \\
  -H "Authorization: Bearer TOKEN"
curl -s BASE/api/eye/day -H "Authorization: Bearer TOKEN"
""",
        role="auditor",
    ),
)
