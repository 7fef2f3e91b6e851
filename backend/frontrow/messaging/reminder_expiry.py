"""When a waiting message has lost its point: its bootcamp has begun or moved, its code is over."""

import re

from frontrow.core import clock
from frontrow.messaging.models import Message

OUTDATED = "Too late: the bootcamp has started or moved since this was written."
CODE_ENDED = "Too late: the code in it has expired."
_SIGN_IN_CODE = re.compile(r"sign_in_code:\d+:(\d+)")
_REMINDER = re.compile(r"(?:sms:)?reminder_\w+:\d+:(\d+)(?:#\d+)?")


def why_outdated(message: Message) -> str:
    """In words; empty while it is worth sending. The keys name the instant it is about."""
    now = clock.now().timestamp()
    code = _SIGN_IN_CODE.fullmatch(message.dedupe_key)
    if code is not None:
        return CODE_ENDED if int(code[1]) <= now else ""
    return OUTDATED if _is_past_its_start(message) else ""


def _is_past_its_start(message: Message) -> bool:
    """Only of what the clock wrote about one start.

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
