"""What must not be lost: tables, rounds, money, meters, and a log that shows tampering."""
