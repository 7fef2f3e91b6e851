"""The one way forward: reads the payment, decides, and moves the purchase into its state.

May import `ledger`, `buyers` and below. Nothing else writes a purchase's state.
"""
