"""Being there: places in the meeting, join links, calendars, attendance, progress, certificates.

May import `enrollment` and the models.
"""
