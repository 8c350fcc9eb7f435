"""Every shipped figure counted a second time, by a route that shares no counting with the first.

The referee settles; the odds engines and the solvers of games are not asked. What a route finds is
held against the certificate: each net, and each row of a paytable that a wager is paid for.
"""
