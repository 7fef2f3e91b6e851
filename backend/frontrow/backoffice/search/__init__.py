"""Search across the admin panel: people, purchases, bootcamps and codes.

May import `people`, `prices`, `purchases` and below.
"""
