"""What an admin does, or the clock does for them.

Rooms, from the top: `management`; `bulk`, `demo` and `search`; `bootcamps`, `class_changes`,
`people`, `purchases`, `seat_changes` and `statistics`; `reconciliation`; `audit`, `disputes` and
`messages`; `models`. Each may import those below it, and none beside or above it.
"""
