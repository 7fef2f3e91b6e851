"""Before a class at the desk: the instructor's questions, and who answered and tested their link.

May import `reconciliation` and below.
"""
