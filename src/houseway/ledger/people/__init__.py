"""People of the house: accounts, passwords, second factors, roles, and the sign-in log."""
