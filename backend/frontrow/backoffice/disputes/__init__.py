"""Disputes in the admin panel: open disputes, their evidence, and submitting it to the bank.

May import the models.
"""
