"""Emails to buyers and operators, receipts, and template variables.

May import `attending`, `terms` and below. Only formats the data that it is given, without
decisions.
"""
