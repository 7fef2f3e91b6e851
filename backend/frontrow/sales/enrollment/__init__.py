"""Enrollments: the parts of a purchase, what was paid for each, and who may attend.

May import the models.
"""
