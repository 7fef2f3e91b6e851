"""Feedback in the admin panel: the average, low scores to reply to, and hiding a review.

May import `reconciliation` and below.
"""
