"""The felt, drawn from a game's layout: ``felt(rules, layout, shape)``."""

from houseway.documents.layout.felt import Felt, Shape, felt, felt_version, picture

__all__ = ["Felt", "Shape", "felt", "felt_version", "picture"]
