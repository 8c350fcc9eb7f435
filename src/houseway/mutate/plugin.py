"""A pytest plugin that changes a game: ``pytest -p houseway.mutate.plugin``."""

from houseway.mutate.mutant import in_rulebook
from houseway.mutate.trial import install, read_given

if found := read_given():
    _mutant, _module = found
    if _mutant.kind == "code":
        install(_mutant, _module)
    else:
        _kept = in_rulebook(_mutant)  # for as long as the tests run
        _kept.__enter__()
