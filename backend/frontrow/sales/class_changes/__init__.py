"""A class is canceled or moves: it is announced, each student chooses, and all is carried out.

May import `waiting`, `checkout`, `refunds`, `changes` and below.
"""
