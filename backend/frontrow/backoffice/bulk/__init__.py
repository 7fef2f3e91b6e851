"""Bulk actions: one action on many rows of a list, run by a resumable job.

May import `bootcamps`, `people`, `purchases`, `seat_changes` and below.
"""
