"""The board of a class's waiting list: people and their states, offers, more seats.

May import `reconciliation` and below.
"""
