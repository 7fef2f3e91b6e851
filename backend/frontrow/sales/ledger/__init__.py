"""The ledger: movements, refunds and disputes as the provider reports them, and mismatches.

May import `emails` and below. All financial figures are sums of its rows.
"""
