"""Asking for money back, and what is shown of it on its way.

May import `settlement` and below. When it is due is decided in `terms`; who sends it, `ledger`.
"""
