"""Stripe as far as we use it, on loopback and as strict as the real one.

Written from Stripe's documentation; `README.md` one folder up says how to run and steer it.
"""
