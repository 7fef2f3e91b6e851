"""The dispute desk: what is open, the evidence, and sending it to the bank.

May import the models.
"""
