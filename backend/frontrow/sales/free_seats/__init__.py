"""Free seats: ordered without a card, and confirmed by a verified address.

May import `waiting`, `checkout`, `changes` and below.
"""
