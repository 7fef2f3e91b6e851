"""One search over the whole desk: people, purchases and bootcamps, for whoever types a few letters.

May import `people`, `purchases` and below.
"""
