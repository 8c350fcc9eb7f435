"""Results as data frames: rows that pandas, polars and Parquet take as they are.

>>> from houseway import frames
>>> from houseway.certificates import usual
>>> from houseway.games import game
>>> rows = frames.figures(usual.look_up(game("roulette"), "nj").results)
>>> rows[0]["house_advantage_exact"]
'1/19'

``frames.to_pandas(rows)``, ``frames.to_polars(rows)`` and ``frames.write(rows, "x.parquet")`` need
the extra ``houseway[frames]``; rows themselves and CSV need nothing. What is exact stands as text
beside the number that is rounded to be computed with.
"""

from houseway.frames.rows import Row, evenings, figures, outcomes, rounds, simulation, sweep
from houseway.frames.write import (
    FORMS,
    check_form,
    parquet_bytes,
    to_arrow,
    to_pandas,
    to_polars,
    write,
)

__all__ = [
    "FORMS",
    "Row",
    "check_form",
    "evenings",
    "figures",
    "outcomes",
    "parquet_bytes",
    "rounds",
    "simulation",
    "sweep",
    "to_arrow",
    "to_pandas",
    "to_polars",
    "write",
]
