"""One look at a table for everybody who follows it, so that a change is read once and not once for
each stream."""

import asyncio
from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool

from houseway.server.host import Host, Snapshot


class SharedLooks:
    """Collects the viewers who wake up together and looks at their table for all of them."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._viewers: dict[int, dict[str, str]] = {}  # by table: names with their roles
        self._looks: dict[int, asyncio.Task[Mapping[str, Snapshot]]] = {}

    async def look(self, table: int, by: str, role: str) -> Snapshot:
        """Return a table as somebody may see it now."""
        if table not in self._viewers:
            self._viewers[table] = {}
            self._looks[table] = asyncio.create_task(self._look(table))
        self._viewers[table][by] = role
        found = await asyncio.shield(self._looks[table])
        return found[by]

    async def _look(self, table: int) -> Mapping[str, Snapshot]:
        await asyncio.sleep(0)  # whoever is woken by the same change joins in
        viewers = self._viewers.pop(table)
        del self._looks[table]
        return await run_in_threadpool(self._host.looks, table, viewers)
