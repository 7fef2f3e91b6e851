"""Who buys: a browser without an account, a guest's invitation, and how people are forgotten.

May import `emails` and below.
"""
