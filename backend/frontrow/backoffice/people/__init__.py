"""The people desk: finding, making and removing accounts, and everything about one person.

May import `reconciliation` and below.
"""
