"""The tree of signed heads, and what is written of it, against the published examples."""

from base64 import b64decode
from hashlib import sha256
from itertools import combinations

import pytest

from houseway.ledger.chain.merkle import (
    EMPTY,
    Frontier,
    consistency,
    inclusion,
    is_consistent,
    is_included,
    leaf_hash,
    root,
)
from houseway.ledger.chain.signed_notes import COSIGNATURE, Checkpoint, Note, Verifier
from houseway.ledger.errors import Unusable

# The test vectors of RFC 6962 implementations: eight leaves, and the root over each number of them
INPUTS = [bytes.fromhex(one) for one in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = [leaf_hash(one) for one in INPUTS]


def test_roots_are_those_of_other_logs() -> None:
    assert root([]) == EMPTY == sha256(b"").digest()
    for size, due in enumerate(ROOTS, 1):
        assert root(LEAVES[:size]).hex() == due


def test_every_proof_holds_and_no_other_does() -> None:
    leaves = [leaf_hash(bytes([n])) for n in range(20)]
    other = leaf_hash(b"other")
    for size in range(1, 21):
        whole = root(leaves[:size])
        for index in range(size):
            proof = inclusion(index, leaves[:size])
            assert is_included(index, size, leaves[index], proof, whole)
            assert not is_included(index, size, other, proof, whole)
            assert not is_included(index, size, leaves[index], [*proof, other], whole)
        for old in range(1, size):
            proof = consistency(old, leaves[:size])
            before = root(leaves[:old])
            assert is_consistent(old, before, size, whole, proof)
            assert not is_consistent(old, other, size, whole, proof)
            assert not is_consistent(old, before, size, other, proof)
            assert not is_consistent(old, before, size, whole, proof[:-1])
            assert not is_consistent(size, whole, old, before, proof)
            forked = root([*leaves[: old - 1], other, *leaves[old:size]])
            assert not is_consistent(old, before, size, forked, proof)
    assert is_consistent(0, b"", 5, root(leaves[:5]), [])
    assert is_consistent(5, root(leaves[:5]), 5, root(leaves[:5]), [])
    with pytest.raises(ValueError, match="no leaf"):
        inclusion(3, leaves[:3])
    with pytest.raises(ValueError, match="do not extend"):
        consistency(4, leaves[:3])


def test_a_tree_that_grows_has_the_root_of_all() -> None:
    tree = Frontier()
    for size, leaf in enumerate(LEAVES, 1):
        before = tree.copy()
        tree.append(leaf)
        assert (tree.size, tree.root().hex()) == (size, ROOTS[size - 1])
        assert before.size == size - 1


# The example of C2SP signed-note and tlog-cosignature: a checkpoint, and who has signed it
NOTE = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5"
    "/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)


def test_a_published_checkpoint_is_read_and_written_alike() -> None:
    note = Note.parse(NOTE)
    assert str(note) == NOTE
    found = Checkpoint.parse(note.text)
    assert (found.origin, found.size) == ("example.com/behind-the-sofa", 20852163)
    assert found.text == note.text
    assert found.root == b64decode("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=")
    ((name, data),) = note.signatures
    assert (name, data[:4].hex(), len(data)) == (found.origin, "033de0ae", 4 + 64)


@pytest.mark.parametrize(
    "written",
    [
        NOTE[:-1],
        NOTE.replace("\n\n", "\n"),
        NOTE.replace("\u2014", "-"),
        NOTE.replace("Az3g", "Az3!"),
        NOTE.replace("sofa ", "so+fa "),
        NOTE.replace("20852163", "2085\t2163"),
        "\n\n" + NOTE.partition("\n\n")[2],
        NOTE + "x" * 20_000 + "\n",
    ],
)
def test_what_is_no_note_is_refused(written: str) -> None:
    with pytest.raises(ValueError):
        Note.parse(written)


@pytest.mark.parametrize(
    "text", ["", "a\n", "a\n01\n" + "A" * 43 + "=\n", "a\n1\nAAAA\n", "\n1\n" + "A" * 43 + "=\n"]
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a checkpoint"):
        Checkpoint.parse(text)


def test_keys_are_read_and_written_alike() -> None:
    for kind in (1, COSIGNATURE):
        key = Verifier("example.com/w1", bytes(range(32)), kind)
        assert Verifier.parse(str(key)) == key
    plain, witness = (str(Verifier("x", bytes(32), kind)) for kind in (1, COSIGNATURE))
    assert plain.split("+")[1] != witness.split("+")[1]
    for first, second in combinations([plain, witness], 2):
        mixed = "+".join([*first.split("+")[:2], second.split("+")[2]])
        with pytest.raises(Unusable, match="is not a key"):
            Verifier.parse(mixed)
    for line in ("", "a+b", "a+00000000+AAAA", "a b+00000000+AQ=="):
        with pytest.raises(Unusable, match="is not a key"):
            Verifier.parse(line)
