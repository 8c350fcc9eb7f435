"""HTTP apart from any page: middleware, compression, limits, problems, notifications."""
