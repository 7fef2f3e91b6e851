"""Messages to attendees: the audience, previews, sending, and automatic reminders.

May import the models.
"""
