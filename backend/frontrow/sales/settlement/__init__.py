"""Settlement: reads the payment, decides, and moves the purchase to its next state.

May import `ledger`, `buyers` and below. No other code writes a purchase's state.
"""
