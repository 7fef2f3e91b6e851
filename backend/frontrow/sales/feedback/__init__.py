"""Feedback after a class: who is asked, what they answer once, and what is shown of it.

May import `waiting`, `checkout`, `refunds`, `changes` and below.
"""
