"""Who buys: a browser without an account, a guest's invitation, a lost purchase, being forgotten.

May import `emails` and below.
"""
