"""Reconciliation: webhooks, the sweep, the provider's list, repairs, rebuilding, invariants.

May import every other room of `sales`.
"""
