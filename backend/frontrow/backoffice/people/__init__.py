"""People in the admin panel: find, create and delete accounts, and each person's record.

May import `reconciliation` and below.
"""
