"""The tamper-evident log: hashes, signatures, sealed values, checkpoints, witnesses."""
