"""Feedback at the desk: the average, low scores to reply to, and hiding a review for a reason.

May import `reconciliation` and below.
"""
