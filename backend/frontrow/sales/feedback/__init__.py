"""Feedback after a class: who is asked, the single answer, and the published reviews.

May import `waiting`, `checkout`, `refunds`, `changes` and below.
"""
