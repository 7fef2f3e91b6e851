"""Up to the Pay click and its answer: payment session, hold, card testing, completing.

May import `settlement` and below.
"""
