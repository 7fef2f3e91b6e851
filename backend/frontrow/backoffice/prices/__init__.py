"""What the desk does about prices: discount codes, early prices, and what each of them brought.

May import `reconciliation` and below.
"""
