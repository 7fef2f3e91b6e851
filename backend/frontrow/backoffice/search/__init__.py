"""One search over the whole desk: people, purchases, bootcamps and codes, by a few letters.

May import `people`, `prices`, `purchases` and below.
"""
