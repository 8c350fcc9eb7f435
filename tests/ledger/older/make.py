"""Makes the house of the first version that test_trouble.py brings up.

python tests/ledger/older/make.py      (once; the file it makes is kept as it is)
"""

import gzip
import shutil
import sys
from pathlib import Path
from unittest.mock import patch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from furnished import furnish  # noqa: E402
from playing import Playing  # noqa: E402

from houseway.ledger.database.database import Database  # noqa: E402
from houseway.ledger.house import House  # noqa: E402

NOTICE = {"do": "announce", "posted_at": 0, "announced_at": 0, "division_notified_at": 0}


def main() -> None:
    """A table of big six, a change of limits that holds, and one that is to come."""
    now = [100]
    file = HERE / "house.db"
    shutil.rmtree(HERE / "keys", ignore_errors=True)
    whole = Database.migrate
    with (
        patch.object(Database, "migrate", lambda self: whole(self, "0001")),
        patch("houseway.ledger.house.note_changes", lambda *arguments: None),
    ):
        house = House.create(
            f"sqlite:///{file}", HERE / "keys", "boss", "x", name="older", clock=lambda: now[0]
        )
        furnish(house)
        table = house.open_table("big-six", by="Flo")
        Playing(house, table, ["Ann"]).rounds(2)
        limits = {"insignia_1": [200, 100_000]}
        house.do(table, {**NOTICE, "limits": limits, "effective_at": 30}, by="Flo", key="n1")
        now[0] = 140
        Playing(house, table, ["Ann"], seed=1).rounds(4)
        limits = {"insignia_1": [300, 100_000]}
        house.do(table, {**NOTICE, "limits": limits, "effective_at": 10**8}, by="Flo", key="n2")
        house.close()
    with gzip.GzipFile(HERE / "house.db.gz", "wb", mtime=0) as packed:
        packed.write(file.read_bytes())
    file.unlink()
    (HERE / "house.db.lock").unlink()


if __name__ == "__main__":
    main()
