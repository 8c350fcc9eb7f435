"""Who is asking: sign-in links, sessions, accounts, and what each role may do."""
