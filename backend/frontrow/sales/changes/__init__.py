"""Changes after the sale: complimentary seats, corrections, moves and transfers.

May import `settlement` and below.
"""
