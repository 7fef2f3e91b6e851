"""The bootcamps desk: making, changing and publishing one, and who comes to it.

May import `reconciliation` and below.
"""
