"""The hash tree of a transparency log (RFC 6962): its root, and the two proofs that anybody checks.

A proof of inclusion shows that a leaf is one of those under a root. A proof of consistency shows
that the leaves under an older root are the first ones under a newer root: nothing was taken away
and nothing was put in.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """The hash of one leaf."""
    return sha256(b"\0" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


class Frontier:
    """A tree that grows leaf by leaf and keeps only what its root needs.

    >>> tree = Frontier(leaf_hash(bytes([n])) for n in range(5))
    >>> tree.size, tree.root() == root([leaf_hash(bytes([n])) for n in range(5)])
    (5, True)
    """

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.size = 0
        self._peaks: list[bytes] = []  # roots of the full trees, the largest first
        for leaf in leaves:
            self.append(leaf)

    def append(self, leaf: bytes) -> None:
        """One leaf more."""
        self.size += 1
        full = self.size
        while full % 2 == 0:
            leaf = _node(self._peaks.pop(), leaf)
            full //= 2
        self._peaks.append(leaf)

    def root(self) -> bytes:
        """The root over all leaves so far."""
        if not self._peaks:
            return EMPTY
        *others, found = self._peaks
        for peak in reversed(others):
            found = _node(peak, found)
        return found

    def copy(self) -> "Frontier":
        """Another that grows by itself."""
        made = Frontier()
        made.size, made._peaks = self.size, list(self._peaks)
        return made


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over leaves."""
    return Frontier(leaves).root()


def _split(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def inclusion(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The proof that a leaf is one of these: the roots beside its way up."""
    if not 0 <= index < len(leaves):
        raise ValueError(f"there is no leaf {index} of {len(leaves)}")
    path: list[bytes] = []
    while len(leaves) > 1:
        middle = _split(len(leaves))
        left, right = leaves[:middle], leaves[middle:]
        if index < middle:
            path.append(root(right))
            leaves = left
        else:
            path.append(root(left))
            leaves, index = right, index - middle
    return path[::-1]


def is_included(index: int, size: int, leaf: bytes, proof: Sequence[bytes], due: bytes) -> bool:
    """Return whether an inclusion proof leads from a leaf to the root of a tree of this size."""
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf
    for beside in proof:
        if last == 0:
            return False
        if at % 2 or at == last:
            found = _node(beside, found)
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            found = _node(found, beside)
        at, last = at >> 1, last >> 1
    return last == 0 and found == due


def consistency(old: int, leaves: Sequence[bytes]) -> list[bytes]:
    """Return the proof that the first ``old`` leaves of the tree are unchanged."""
    if not 0 <= old <= len(leaves):
        raise ValueError(f"{len(leaves)} leaves do not extend the tree of {old}")
    if old in (0, len(leaves)):
        return []
    return _consistency(old, leaves, True)


def _consistency(old: int, leaves: Sequence[bytes], whole: bool) -> list[bytes]:
    if old == len(leaves):
        return [] if whole else [root(leaves)]
    middle = _split(len(leaves))
    if old <= middle:
        return [*_consistency(old, leaves[:middle], whole), root(leaves[middle:])]
    return [*_consistency(old - middle, leaves[middle:], False), root(leaves[:middle])]


def is_consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof of consistency leads from an older root to a newer one."""
    if old == 0:
        return not proof and (new > 0 or new_root == EMPTY)
    if old == new:
        return not proof and old_root == new_root
    if not 0 < old < new:
        return False
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    at, last = old - 1, new - 1
    while at % 2:
        at, last = at >> 1, last >> 1
    first = second = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            first, second = _node(beside, first), _node(beside, second)
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            second = _node(second, beside)
        at, last = at >> 1, last >> 1
    return last == 0 and (first, second) == (old_root, new_root)
