"""Seats that cost nothing: ordered without a card, and kept once the address is proven.

May import `waiting`, `checkout`, `changes` and below.
"""
