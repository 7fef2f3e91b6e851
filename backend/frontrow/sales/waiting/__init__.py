"""The waiting list: joining and leaving, offering what comes free, and what the desk sees.

May import `checkout`, `refunds`, `changes` and below.
"""
