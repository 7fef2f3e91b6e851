"""Before a class: the instructor's questions, the answers, and who tested their join link.

May import `reconciliation` and below.
"""
