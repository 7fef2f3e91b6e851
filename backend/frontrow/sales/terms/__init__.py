"""What a package costs, and when the money goes back: the offer as the buyer accepts it.

May import the models. Pure rules and reads of the catalogue; nothing here writes.
"""
