"""A class on its day: who is in the room now, and a message to those who aren't.

May import `reconciliation` and below.
"""
