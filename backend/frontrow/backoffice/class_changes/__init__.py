"""Cancel or reschedule a class: the dry run, the action, its board, and the minimum.

May import `reconciliation` and below.
"""
