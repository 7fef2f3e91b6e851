"""Class attendance: meeting registrations, join links, calendars, progress, certificates.

May import `enrollment` and the models.
"""
