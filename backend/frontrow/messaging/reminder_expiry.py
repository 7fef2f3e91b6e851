"""When a waiting message is obsolete: its bootcamp has begun or moved, or its code expired."""

import re

from frontrow.core import clock
from frontrow.messaging.models import Message

OUTDATED = "Too late: the bootcamp has started or moved since this was written."
CODE_ENDED = "Too late: the code in it has expired."
_SIGN_IN_CODE = re.compile(r"sign_in_code:\d+:(\d+)")
_REMINDER = re.compile(r"(?:sms:)?reminder_\w+:\d+:(\d+)(?:#\d+)?")


def why_outdated(message: Message) -> str:
    """The reason in words, or empty while the message is worth sending.

    The message's key names the instant that it refers to.
    """
    now = clock.now().timestamp()
    code = _SIGN_IN_CODE.fullmatch(message.dedupe_key)
    if code is not None:
        return CODE_ENDED if int(code[1]) <= now else ""
    return OUTDATED if _is_past_its_start(message) else ""


def _is_past_its_start(message: Message) -> bool:
    """Return whether a scheduled reminder refers to a start that has passed or changed.

    A mail server may be unreachable for an hour, and a text may wait until morning. A reminder
    after the start or with a wrong time is worse than none.
    """
    about = _REMINDER.fullmatch(message.dedupe_key)
    if about is None:
        return False
    start = int(about[1])
    if start <= clock.now().timestamp() or message.bootcamp is None:
        return True
    return round(message.bootcamp.starts_at.timestamp()) != start
