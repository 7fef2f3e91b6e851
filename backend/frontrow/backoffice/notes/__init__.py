"""Internal notes of staff about people and purchases.

May import the models.
"""
