"""A shoe that a kernel has dealt."""


class Given:
    """Cards for the referee, which must ask for exactly these and shuffle when it should."""

    def __init__(self) -> None:
        self.cards: list[int] = []
        self.shuffles = 0

    def shuffle(self, deck, side: str = "") -> None:
        self.shuffles += 1

    def cut(self, depth: int, side: str = "") -> None:
        pass

    def draw(self, to, count: int, side: str = "") -> list[int]:
        drawn, self.cards = self.cards[:count], self.cards[count:]
        assert len(drawn) == count, f"a card for {to} that the kernel has not dealt"
        return drawn

    def below(self, n: int) -> int:
        return 0


def assert_alike(kernel, found, rounds: int) -> None:
    """What a kernel counted is what the referee settled: each wager, the game and everything."""
    assert (kernel.all, kernel.game) == (found.all, found.game)
    for name, sums in found.wagers.items():
        sums.rounds = rounds
        assert sums == kernel.wagers[name], name
