"""Sales: from the checkout of a package to the paid seat, and all later changes to it.

Layers, from the top: `api`; `reconciliation`; `class_changes` and `free_seats`; `waiting`;
`checkout`, `refunds` and `changes`; `settlement`; `ledger` and `buyers`; `emails`; `attending`;
`enrollment` and `terms`; `models`. Each may import the layers below it, but not those beside or
above it.
"""
