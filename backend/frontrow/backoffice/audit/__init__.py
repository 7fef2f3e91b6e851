"""The audit log as people read it, and the labels of all recorded actions.

May import the models.
"""
