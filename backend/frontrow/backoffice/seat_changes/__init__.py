"""Change a seat in the admin panel: another date or another person, with a reason.

May import `reconciliation` and below.
"""
