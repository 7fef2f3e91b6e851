"""The audit log as people read it, and the words for every recorded act.

May import the models.
"""
