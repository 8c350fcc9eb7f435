"""What whoever opens the doors may set, in the environment; everything has a usual value."""

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
    """Numbers that hold for one house."""

    tables_each: int = 50  # HOUSEWAY_TABLES_PER_PLAYER: that a player may have open
    clock: int = CLOCK  # HOUSEWAY_CLOCK: seconds for a decision others wait for; 0 is no limit
    staff_idle: int = 15  # HOUSEWAY_STAFF_IDLE: minutes
    connections: int = 0  # HOUSEWAY_CONNECTIONS: at once; 0 is as many as descriptors allow
    metrics_token: str = ""  # HOUSEWAY_METRICS_TOKEN: who has it reads /metrics from anywhere
    log_level: str = "info"  # HOUSEWAY_LOG: info, warning or error
    shifts: tuple[time, ...] = read_shifts(USUAL)  # HOUSEWAY_SHIFTS: when they begin
    unusual_win: int = 500_000  # HOUSEWAY_UNUSUAL_WIN: of a player at a table in a day; in dollars
    meter_due: int = 10  # HOUSEWAY_METER_DUE: times its reset at which a meter is told of
    waits: int = 60  # HOUSEWAY_WAITS: seconds after which the floor is told whom a table waits for

    url: str = ""  # HOUSEWAY_URL: the public address, as https://casino.example; for invitations

    @property
    def idle(self) -> int:
        """How long a session of staff lasts when nothing is done, in milliseconds."""
        return self.staff_idle * MINUTE


def house_settings(environment: Mapping[str, str] = os.environ) -> HouseSettings:
    """The settings in effect; what is no number is refused."""
    usual = HouseSettings()
    level = environment.get("HOUSEWAY_LOG", usual.log_level).lower()
    if level not in ("info", "warning", "error"):
        raise Refused(f"HOUSEWAY_LOG must be info, warning or error, not {level!r}")
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
        _address(environment.get("HOUSEWAY_URL", "")),
    )


def _address(said: str) -> str:
    """The public address of a house, without a slash at its end."""
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
