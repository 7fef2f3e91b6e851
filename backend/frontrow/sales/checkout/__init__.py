"""Checkout: payment session, hold at the Pay click, card testing protection, completion.

May import `settlement` and below.
"""
