"""What is changed after the sale: a given seat, a corrected address, a class that moves.

May import `settlement` and below.
"""
