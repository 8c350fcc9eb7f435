"""Independent recounts of every shipped figure."""
