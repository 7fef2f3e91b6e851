"""Figures: the dashboard, revenue, seats, the way to a purchase, and the monitor's numbers.

May import `reconciliation` and below.
"""
