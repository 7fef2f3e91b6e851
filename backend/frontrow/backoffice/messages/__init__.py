"""Messages to attendees: who gets one, previews, sending, and what the clock sends.

May import the models.
"""
