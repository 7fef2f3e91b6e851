"""The room of a class under way: who is present, and a message to absent attendees.

May import `reconciliation` and below.
"""
