"""Rows as frames and files. What does it is imported when it is needed."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from houseway.frames.rows import Row
from houseway.rulebook.refusal import Refused

FORMS = (".csv", ".parquet")


def check_form(path: Path) -> None:
    """Refuse a name of another form, or what cannot be written here, before anything is counted."""
    form = path.suffix.lower()
    if form not in FORMS:
        raise Refused(f"{path.name}: a table file must end in {' or '.join(FORMS)}")
    if form == ".parquet":
        _pyarrow()


def write(rows: Sequence[Row], path: Path | str) -> None:
    """Write rows as the name of the file says."""
    path = Path(path)
    check_form(path)
    if path.suffix.lower() == ".parquet":
        path.write_bytes(parquet_bytes(rows))
    else:
        path.write_text(csv_text(rows), encoding="utf-8")


def csv_text(rows: Sequence[Row]) -> str:
    """Rows as comma-separated values."""
    out = io.StringIO()
    lines = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    lines.writeheader()
    lines.writerows(rows)
    return out.getvalue()


def parquet_bytes(rows: Sequence[Row]) -> bytes:
    """Rows as a Parquet file."""
    table = to_arrow(rows)
    import pyarrow.parquet

    out = io.BytesIO()
    pyarrow.parquet.write_table(table, out, compression="zstd")
    return out.getvalue()


def to_arrow(rows: Sequence[Row]) -> Any:
    """Rows as a ``pyarrow.Table``."""
    return _pyarrow().Table.from_pylist(list(rows))


def to_pandas(rows: Sequence[Row]) -> Any:
    """Rows as a ``pandas.DataFrame``."""
    import pandas

    return pandas.DataFrame.from_records(list(rows))


def to_polars(rows: Sequence[Row]) -> Any:
    """Rows as a ``polars.DataFrame``."""
    import polars

    return polars.DataFrame(list(rows), infer_schema_length=None)


def _pyarrow() -> Any:
    import pyarrow

    return pyarrow
