"""Server settings from environment variables, with defaults."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time

from houseway.rulebook.refusal import Refused
from houseway.server.floor.shifts import USUAL, read_shifts
from houseway.server.table.window import CLOCK

_URL = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?/?", re.IGNORECASE)
MINUTE = 60 * 1000  # milliseconds


@dataclass(frozen=True)
class HouseSettings:
    """The settings of one server."""

    tables_each: int = 50  # HOUSEWAY_TABLES_PER_PLAYER: open tables per player
    clock: int = CLOCK  # HOUSEWAY_CLOCK: seconds for a decision while others wait; 0 is no limit
    staff_idle: int = 15  # HOUSEWAY_STAFF_IDLE: minutes
    # HOUSEWAY_CONNECTIONS: simultaneous connections; 0 is as many as descriptors allow
    connections: int = 0
    metrics_token: str = ""  # HOUSEWAY_METRICS_TOKEN: allows /metrics from any address
    log_level: str = "info"  # HOUSEWAY_LOG: info, warning or error
    shifts: tuple[time, ...] = read_shifts(USUAL)  # HOUSEWAY_SHIFTS: start times
    # HOUSEWAY_UNUSUAL_WIN, in dollars: a player's win at a table in a day that raises an alert
    unusual_win: int = 500_000
    # HOUSEWAY_METER_DUE: multiple of a meter's reset at which it raises an alert
    meter_due: int = 10
    waits: int = 60  # HOUSEWAY_WAITS: seconds until the floor is alerted to a waiting table

    practice: str = ""  # HOUSEWAY_PRACTICE: open or closed, for visitors without a link
    url: str = ""  # HOUSEWAY_URL: the public URL, such as https://casino.example, for invitations

    @property
    def idle(self) -> int:
        """Return the idle limit of a staff session in milliseconds."""
        return self.staff_idle * MINUTE


def house_settings(environment: Mapping[str, str] = os.environ) -> HouseSettings:
    """Return the settings in effect; refuse invalid values."""
    usual = HouseSettings()
    level = environment.get("HOUSEWAY_LOG", usual.log_level).lower()
    if level not in ("info", "warning", "error"):
        raise Refused(f"HOUSEWAY_LOG must be info, warning or error, not {level!r}")
    practice = environment.get("HOUSEWAY_PRACTICE", "").lower()
    if practice not in ("", "open", "closed"):
        raise Refused(f"HOUSEWAY_PRACTICE must be open or closed, not {practice!r}")
    return HouseSettings(
        _number(environment, "HOUSEWAY_TABLES_PER_PLAYER", usual.tables_each, 1, 1000),
        _number(environment, "HOUSEWAY_CLOCK", usual.clock, 0, 600),
        _number(environment, "HOUSEWAY_STAFF_IDLE", usual.staff_idle, 1, 720),
        _number(environment, "HOUSEWAY_CONNECTIONS", usual.connections, 0, 1_000_000),
        environment.get("HOUSEWAY_METRICS_TOKEN", ""),
        level,
        read_shifts(environment.get("HOUSEWAY_SHIFTS") or USUAL),
        100 * _number(environment, "HOUSEWAY_UNUSUAL_WIN", usual.unusual_win // 100, 1, 10**8),
        _number(environment, "HOUSEWAY_METER_DUE", usual.meter_due, 2, 1_000_000),
        _number(environment, "HOUSEWAY_WAITS", usual.waits, 1, 86_400),
        practice,
        _address(environment.get("HOUSEWAY_URL", "")),
    )


def _address(said: str) -> str:
    """Return the server's public URL without a trailing slash."""
    if said and not _URL.fullmatch(said):
        raise Refused(f"HOUSEWAY_URL must be a URL such as https://casino.example, not {said!r}")
    return said.rstrip("/").lower()


def _number(environment: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    said = environment.get(name, "")
    if not said:
        return usual
    if not (said.isascii() and said.isdecimal() and len(said) < 10 and least <= int(said) <= most):
        raise Refused(f"{name} must be a number from {least:,} to {most:,}, not {said!r}")
    return int(said)
