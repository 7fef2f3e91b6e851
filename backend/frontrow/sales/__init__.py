"""From a chosen package to a paid seat, and everything that becomes of it.

Rooms, from the top: `api`; `reconciliation`; `class_changes` and `free_seats`; `waiting`;
`checkout`, `refunds` and `changes`; `settlement`; `ledger` and `buyers`; `emails`; `attending`;
`enrollment` and `terms`; `models`. Each may import those below it, and none beside or above it.
"""
