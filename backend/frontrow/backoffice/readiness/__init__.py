"""Class readiness: facts, cells, their repairs, and a notice about red ones.

May import `reconciliation` and below.
"""
