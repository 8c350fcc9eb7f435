"""Are the tests strong? One value or one line of a game is changed at a time, and a test must fail.

``values`` changes a rulebook, ``code`` the Python that the round runs on, ``trial`` puts a change
to the game's scenarios and, if it survives, to its quick tests. A change that survives is a rule
that nobody holds the house to, or one that makes no difference; the latter are listed with the
reason in the game's ``equivalent_mutants.yaml``.
"""
