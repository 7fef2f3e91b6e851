"""What an admin does, or the clock does for them.

Rooms, from the top: `management`; `bulk`, `demo` and `search`; `bootcamps`, `class_changes`,
`people`, `prices`, `purchases`, `readiness`, `seat_changes`, `statistics` and `waiting_lists`;
`reconciliation`; `audit`, `disputes`, `messages` and `notes`; `models`. Each may import those below
it, and none beside or above it.
"""
