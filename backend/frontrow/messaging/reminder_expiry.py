"""When a waiting message has lost its point: its bootcamp has begun, or has moved, since."""

import re

from frontrow.core import clock
from frontrow.messaging.models import Message

OUTDATED = "Too late: the bootcamp has started or moved since this was written."
_REMINDER = re.compile(r"(?:sms:)?reminder_\w+:\d+:(\d+)(?:#\d+)?")


def is_outdated(message: Message) -> bool:
    """Only of what the clock wrote about one start, whose instant its key names.

    A mail server may be away for an hour and a text may wait for the morning; "we are about to
    start" after the start, or with a time that is no longer true, is worse than silence.
    """
    about = _REMINDER.fullmatch(message.dedupe_key)
    if about is None:
        return False
    start = int(about[1])
    if start <= clock.now().timestamp() or message.bootcamp is None:
        return True
    return round(message.bootcamp.starts_at.timestamp()) != start
