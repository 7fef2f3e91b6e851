"""Prices in the admin panel: discount codes, early prices, and the revenue of each.

May import `reconciliation` and below.
"""
