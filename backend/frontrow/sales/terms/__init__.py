"""Terms: what a package costs, and when it is refunded.

May import the models. Pure rules and reads of the catalogue, without writes.
"""
