"""Three programs that read calendar files, and a calendar that keeps what they read.

One is the library that wrote them, and one a library that knows nothing of it. The third is our
own, and as strict as RFC 5545 lets it be: whatever it minds, some calendar in the world minds too.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import vobject
from icalendar import Calendar

_LINE = re.compile(r"([A-Z0-9-]+)((?:;[A-Z0-9-]+=(?:\"[^\"]*\"|[^\";:,]*))*):(.*)", re.DOTALL)
# RFC 5545, 3.6.1: these are there once.
_ONCE = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "STATUS", "SUMMARY"}
_ESCAPES = {"\\\\": "\\", "\\;": ";", "\\,": ",", "\\n": "\n", "\\N": "\n"}


@dataclass(frozen=True)
class Entry:
    uid: str
    sequence: int
    starts_at: datetime
    ends_at: datetime
    summary: str
    is_canceled: bool


Reader = Callable[[str], list[Entry]]


def by_library(text: str) -> list[Entry]:
    found: list[Any] = list(Calendar.from_ical(text).walk("VEVENT"))
    return [
        Entry(
            uid=str(one["UID"]),
            sequence=int(one["SEQUENCE"]),
            starts_at=one["DTSTART"].dt,
            ends_at=one["DTEND"].dt,
            summary=str(one["SUMMARY"]),
            is_canceled=str(one["STATUS"]) == "CANCELLED",
        )
        for one in found
    ]


def by_another_library(text: str) -> list[Entry]:
    found: list[Any] = vobject.readOne(text).vevent_list
    return [
        Entry(
            uid=one.uid.value,
            sequence=int(one.sequence.value),
            starts_at=one.dtstart.value,
            ends_at=one.dtend.value,
            summary=one.summary.value,
            is_canceled=one.status.value == "CANCELLED",
        )
        for one in found
    ]


def by_the_letter(text: str) -> list[Entry]:
    """Refuses what the standard does not allow: line ends, lengths, nesting, escapes, repeats."""
    entries: list[Entry] = []
    nested: list[str] = []
    event: dict[str, str] = {}
    for line in _unfolded(text):
        match = _LINE.fullmatch(line)
        assert match, f"no content line: {line!r}"
        name, _, value = match.groups()
        assert not re.search(r"[\x00-\x08\x0a-\x1f\x7f]", value), f"control character: {line!r}"
        if name == "BEGIN":
            assert nested or value == "VCALENDAR", "a file is one calendar"
            nested.append(value)
            event = {} if value == "VEVENT" else event
        elif name == "END":
            assert nested.pop() == value, f"{value} ends where another is open"
            if value == "VEVENT":
                entries.append(_entry(event))
        elif nested == ["VCALENDAR", "VEVENT"]:
            assert name not in event or name not in _ONCE, f"{name} twice"
            event[name] = value
    assert not nested, f"{nested} never ends"
    return entries


def _unfolded(text: str) -> list[str]:
    assert text.endswith("\r\n"), "the last line does not end"
    assert "\n" not in text.replace("\r\n", ""), "a line ends without CRLF"
    physical = text.removesuffix("\r\n").split("\r\n")
    assert all(0 < len(line.encode()) <= 75 for line in physical), "a line of more than 75 octets"
    return re.sub(r"\r\n[ \t]", "", "\r\n".join(physical)).split("\r\n")


def _entry(event: dict[str, str]) -> Entry:
    assert set(event) >= _ONCE, f"missing: {_ONCE - set(event)}"
    datetime.strptime(event["DTSTAMP"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    starts_at, ends_at = (
        datetime.strptime(event[name], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        for name in ("DTSTART", "DTEND")
    )
    assert starts_at < ends_at
    assert event["STATUS"] in {"CONFIRMED", "CANCELLED", "TENTATIVE"}
    return Entry(
        uid=event["UID"],
        sequence=int(event["SEQUENCE"]),
        starts_at=starts_at,
        ends_at=ends_at,
        summary=_text(event["SUMMARY"]),
        is_canceled=event["STATUS"] == "CANCELLED",
    )


def _text(value: str) -> str:
    assert re.fullmatch(r"(?:[^\\;,]|\\[\\;,nN])*", value), f"not escaped: {value!r}"
    return re.sub(r"\\[\\;,nN]", lambda found: _ESCAPES[found.group()], value)


class Kept:
    """A calendar as programs keep it: by UID, and only ever replaced by what is newer."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._entries: dict[str, Entry] = {}

    def open_file(self, text: str) -> None:
        for entry in self._read(text):
            known = self._entries.get(entry.uid)
            if known is None or entry.sequence > known.sequence:
                self._entries[entry.uid] = entry

    def shown(self) -> list[Entry]:
        return [one for one in self._entries.values() if not one.is_canceled]
