"""The waiting list: joining and leaving, offering released seats, and the admin views.

May import `checkout`, `refunds`, `changes` and below.
"""
