"""Where a house is kept."""


def url(where: str) -> str:
    """A file's name as the URL of a database."""
    return where if "://" in where else f"sqlite:///{where}"
