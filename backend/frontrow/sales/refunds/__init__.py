"""Refund requests, and the display of refunds.

May import `settlement` and below. `terms` decides when a refund is due, and `ledger` sends it.
"""
