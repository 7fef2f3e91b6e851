"""Statistics: the dashboard, revenue, seats, the sales funnel, and metrics for monitoring.

May import `reconciliation` and below.
"""
