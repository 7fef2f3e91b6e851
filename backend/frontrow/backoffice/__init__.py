"""The admin panel and its scheduled jobs.

Packages, in layers from the top: `management`; `bulk`, `demo` and `search`; `bootcamps`,
`class_changes`, `people`, `prices`, `purchases`, `readiness`, `seat_changes`, `statistics` and
`waiting_lists`; `reconciliation`; `audit`, `disputes`, `messages` and `notes`; `models`. Each may
import from the layers below, and none from its own layer or above.
"""
