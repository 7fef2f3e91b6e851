"""Purchases in the admin panel: the list, its export, one purchase's history, and actions on it.

May import `reconciliation` and below.
"""
