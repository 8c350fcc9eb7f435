"""``houseway witness``: the door of a witness, which takes checkpoints and shows the last one."""

from houseway.ledger.chain.witness import LONGEST_REQUEST, PATH, Witness
from houseway.ledger.message_server import SmallServer


class WitnessServer(SmallServer):
    """A witness at an address."""

    def __init__(self, address: tuple[str, int], witness: Witness) -> None:
        super().__init__(address, PATH, LONGEST_REQUEST, witness.add_checkpoint, witness.checkpoint)
