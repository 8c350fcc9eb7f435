"""What rules, events, results and hands are in words, for terminal, pages and papers alike."""
