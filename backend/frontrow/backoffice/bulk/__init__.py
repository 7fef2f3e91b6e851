"""Bulk acts: one act on many rows of a list, done by a job that keeps its place.

May import `bootcamps`, `people`, `purchases`, `seat_changes` and below.
"""
