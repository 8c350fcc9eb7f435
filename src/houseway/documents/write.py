"""Writing a document as the name of its file says."""

from collections.abc import Sequence
from pathlib import Path

from houseway.documents.blocks import Document
from houseway.documents.html import html
from houseway.documents.pdf import pdf
from houseway.documents.sheets import as_csv
from houseway.rulebook.refusal import Refused

FORMS = (".pdf", ".html", ".csv")


def check_form(path: Path, forms: Sequence[str] = FORMS) -> None:
    """Refuse a name that says no form, before any work is done."""
    if path.suffix.lower() not in forms:
        raise Refused(f"{path.name}: a document ends in {', '.join(forms)}")


def write(document: Document, path: Path) -> None:
    """Write it."""
    check_form(path)
    form = path.suffix.lower()
    if form == ".html":
        path.write_text(html(document), encoding="utf-8")
    elif form == ".csv":
        path.write_text(as_csv(document), encoding="utf-8")
    else:
        path.write_bytes(pdf(document))
