"""The desk's board of a class's waiting list: who waits and why, offers, more seats.

May import `reconciliation` and below.
"""
