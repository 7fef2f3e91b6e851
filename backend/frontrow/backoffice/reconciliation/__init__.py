"""Reconciliation: the board of inconsistencies with their repairs, and recovery after a restore.

May import `messages`, `disputes`, `audit` and below.
"""
