"""Whether a class is ready: facts, the cells they make, their repairs, and a notice of red ones.

May import `reconciliation` and below.
"""
