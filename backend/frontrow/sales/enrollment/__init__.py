"""Who holds which seat: a purchase's parts, what was paid for each, and who may attend.

May import the models.
"""
