"""Nothing is lost: events, the sweep, the provider's own list, repairs, rebuilding, invariants.

May import every other room of `sales`.
"""
