"""Durable tables: commands, their entries, live state, rounds, chance, seats, takings."""
