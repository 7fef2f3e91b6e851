"""Changing somebody's seat at the desk: to another date or another person, with a reason.

May import `reconciliation` and below.
"""
