"""Buyers: browsers without an account, guests' invitations, lost purchases, erasure.

May import `emails` and below.
"""
