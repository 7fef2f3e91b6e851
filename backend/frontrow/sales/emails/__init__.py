"""What buyers and operators are told in words: each email, receipt and template variable.

May import `attending`, `terms` and below. Puts into words what it is handed; decides nothing.
"""
