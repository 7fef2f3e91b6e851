"""Bootcamps in the admin panel: create, change and publish them, and list attendees.

May import `reconciliation` and below.
"""
