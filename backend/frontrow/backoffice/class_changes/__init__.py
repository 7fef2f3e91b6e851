"""Canceling or moving a class at the desk: the dry run, the act, its board, and the minimum.

May import `reconciliation` and below.
"""
