"""Seeds of seats over HTTP, and the proof that the page of JavaScript checks."""

import httpx
import pytest
from house import WAIT, running


def test_a_seat_gives_a_seed_and_the_proof_tells_it() -> None:
    with running(kind="durable") as house:
        host, sessions = house.app.state.host, house.app.state.sessions
        host.enter("Ada")
        host.enter("Eye", "auditor")
        table = host.open_table("three-card-blitz", "nj", {}, by="Ada")
        tokens = {"Ada": sessions.start("Ada", "player"), "Eye": sessions.start("Eye", "auditor")}

        def ask(method: str, path: str, said: object = None, by: str = "Ada") -> httpx.Response:
            headers = {"Authorization": f"Bearer {tokens[by]}"}
            url = f"{house.base}/api{path}"
            return httpx.request(method, url, json=said, headers=headers, timeout=60)

        def do(**said: object) -> httpx.Response:
            return ask("POST", f"/tables/{table}/commands", said)

        def play() -> None:
            assert do(do="bet", seat=1, bets={"ante": 1000, "blind": 1000}).status_code == 200
            assert do(do="ready", seat=1).status_code == 200
            assert do(do="act", seat=1, what="fold").status_code == 200

        assert do(do="sit", seat=1).status_code == 200
        play()  # the cards of the first round are shuffled as soon as somebody sits
        committed = ask("POST", f"/tables/{table}/commitment", {"seat": 1})
        assert committed.status_code == 200, committed.text
        assert len(committed.json()["commitment"]) == 64
        assert ask("GET", f"/tables/{table}/commitment").json() == committed.json()
        seed = ask("POST", f"/tables/{table}/seed", {"seat": 1, "seed": "c0ffee"})
        assert seed.status_code == 200, seed.text
        assert ask("POST", f"/tables/{table}/seed", {"seat": 1, "seed": "zz"}).status_code == 422
        play()
        (key,) = ask("GET", f"/eye/tables/{table}/rounds/2/chance", by="Eye").json()
        assert key["commitment"] == committed.json()["commitment"]
        assert {"seed": "c0ffee", "seat": 1} in key["steps"]
        for name in ("proof.html", "proof.js"):
            assert httpx.get(f"{house.base}/static/{name}", timeout=WAIT).status_code == 200


@pytest.mark.parametrize("path", ["commitment", "seed"])
def test_a_house_in_memory_keeps_no_keys(path: str) -> None:
    with running(kind="memory") as house:
        house.app.state.host.enter("Ada")
        house.app.state.host.open_table("three-card-blitz", "nj", {}, by="Ada")
        token = house.app.state.sessions.start("Ada", "player")
        said = {"seat": 1, **({"seed": "00"} if path == "seed" else {})}
        url, headers = f"{house.base}/api/tables/1/{path}", {"Authorization": f"Bearer {token}"}
        answer = httpx.post(url, json=said, headers=headers, timeout=60)
        assert answer.status_code == 409, answer.text
