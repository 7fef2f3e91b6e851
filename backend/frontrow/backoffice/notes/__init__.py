"""Notes of the team about people and purchases: written, read, and taken away again.

May import the models.
"""
