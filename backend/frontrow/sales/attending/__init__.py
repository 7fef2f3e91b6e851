"""Being there: places in the meeting, join links, calendars, attendance, progress, certificates.

May import `enrolment` and the models.
"""
