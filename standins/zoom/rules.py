"""What Zoom refuses: fields that are too long, of the wrong kind, or that make no sense."""

import re
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from standins.zoom.account import Json

SCHEDULED = 2
LONGEST_TOPIC, LONGEST_AGENDA, LONGEST_NAME, LONGEST_EMAIL = 200, 2000, 64, 128
LONGEST_DURATION = 1440
IN_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
LOCAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
ZONES = available_timezones()
MEETING_FIELDS = {"topic", "type", "start_time", "duration", "timezone", "agenda", "settings"}
CHOICES: dict[str, set[Any]] = {
    "approval_type": {0, 1, 2},
    "registration_type": {1, 2, 3},
    "auto_recording": {"local", "cloud", "none"},
}
SWITCHES = {
    "join_before_host",
    "waiting_room",
    "registrants_confirmation_email",
    "registrants_email_notification",
    "mute_upon_entry",
}
DEFAULT_SETTINGS = {"approval_type": 2, "registration_type": 1, "auto_recording": "none"}


class ZoomError(Exception):
    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "message": message, **more}


def invalid(field: str, message: str) -> ZoomError:
    errors = [{"field": field, "message": message}]
    return ZoomError(400, 300, "Validation Failed.", errors=errors)


def meeting_fields(sent: Json, *, is_new: bool) -> Json:
    """The fields that were sent, each checked; a new meeting needs the first few."""
    unknown = set(sent) - MEETING_FIELDS
    if unknown:
        raise invalid(min(unknown), "Invalid field.")
    if is_new and sent.get("type") != SCHEDULED:
        raise invalid("type", "Only scheduled meetings are known here.")
    if "type" in sent and sent["type"] != SCHEDULED:
        raise invalid("type", "Invalid field.")
    for field in ("topic", "start_time", "duration") if is_new else ():
        if not sent.get(field):
            raise invalid(field, "Required.")
    _text(sent, "topic", LONGEST_TOPIC)
    _text(sent, "agenda", LONGEST_AGENDA)
    _zone(sent)
    _start(sent)
    if "duration" in sent:
        minutes = sent["duration"]
        is_whole = isinstance(minutes, int) and not isinstance(minutes, bool)
        if not is_whole or not 1 <= minutes <= LONGEST_DURATION:
            raise invalid("duration", "Invalid field.")
    _settings(sent.get("settings", {}))
    return sent


def registrant_fields(sent: Json) -> Json:
    unknown = set(sent) - {"email", "first_name", "last_name", "auto_approve"}
    if unknown:
        raise invalid(min(unknown), "Invalid field.")
    email = sent.get("email")
    if not isinstance(email, str) or "@" not in email or len(email) > LONGEST_EMAIL:
        raise invalid("email", "Invalid field.")
    if not sent.get("first_name"):
        raise invalid("first_name", "Required.")
    _text(sent, "first_name", LONGEST_NAME)
    _text(sent, "last_name", LONGEST_NAME)
    return sent


def _text(sent: Json, field: str, most: int) -> None:
    value = sent.get(field, "")
    if not isinstance(value, str) or len(value) > most:
        raise invalid(field, f"Maximum characters: {most}.")


def _zone(sent: Json) -> None:
    if "timezone" in sent and sent["timezone"] not in ZONES:
        raise invalid("timezone", "Invalid field.")


def _start(sent: Json) -> None:
    if "start_time" not in sent:
        return
    start = sent["start_time"]
    is_local = isinstance(start, str) and LOCAL.fullmatch(start)
    is_utc = isinstance(start, str) and IN_UTC.fullmatch(start)
    if not (is_utc or is_local):
        raise invalid("start_time", "Invalid field.")
    if is_local and "timezone" not in sent:
        raise invalid("timezone", "Required with a local start_time.")
    try:
        datetime.fromisoformat(start)
    except ValueError as error:
        raise invalid("start_time", "Invalid field.") from error


def _settings(sent: Any) -> None:
    if not isinstance(sent, dict):
        raise invalid("settings", "Invalid field.")
    for name, value in sent.items():
        if name in CHOICES and value in CHOICES[name]:
            continue
        if name in SWITCHES and isinstance(value, bool):
            continue
        raise invalid(f"settings.{name}", "Invalid field.")
