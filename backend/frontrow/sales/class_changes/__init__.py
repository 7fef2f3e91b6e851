"""Canceled and moved classes: the announcement, each student's choice, and its execution.

May import `waiting`, `checkout`, `refunds`, `changes` and below.
"""
