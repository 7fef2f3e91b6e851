"""Money as the provider tells it: movements, refunds, disputes, and where we disagree.

May import `emails` and below. Every figure of money is a sum of what is kept here.
"""
