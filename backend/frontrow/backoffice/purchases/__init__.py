"""The purchases desk: the list, its export, one purchase's story, and what is done to one.

May import `reconciliation` and below.
"""
