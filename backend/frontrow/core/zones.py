"""The time zones we offer, and how each is computed and abbreviated."""

from datetime import datetime
from zoneinfo import ZoneInfo

# Abbreviations in force: standard time, and summer time where clocks change.
ABBREVIATIONS: dict[str, tuple[str, str]] = {
    "America/New_York": ("EST", "EDT"),
    "America/Chicago": ("CST", "CDT"),
    "America/Denver": ("MST", "MDT"),
    "America/Los_Angeles": ("PST", "PDT"),
    "America/Toronto": ("EST", "EDT"),
    "America/Vancouver": ("PST", "PDT"),
    "America/Sao_Paulo": ("BRT", "BRT"),
    "America/Mexico_City": ("CST", "CDT"),
    "Europe/London": ("GMT", "BST"),
    "Europe/Paris": ("CET", "CEST"),
    "Europe/Berlin": ("CET", "CEST"),
    "Europe/Rome": ("CET", "CEST"),
    "Asia/Tokyo": ("JST", "JST"),
    "Asia/Seoul": ("KST", "KST"),
    "Asia/Shanghai": ("CST", "CST"),
    "Asia/Singapore": ("SGT", "SGT"),
    "Asia/Mumbai": ("IST", "IST"),
    "Australia/Sydney": ("AEST", "AEDT"),
    "Australia/Melbourne": ("AEST", "AEDT"),
    "Pacific/Auckland": ("NZST", "NZDT"),
    "Africa/Lagos": ("WAT", "WAT"),
    "UTC": ("UTC", "UTC"),
}
ALLOWED_ZONES = tuple(ABBREVIATIONS)

# A name people know that the zone database does not.
_COMPUTED_AS = {"Asia/Mumbai": "Asia/Kolkata"}


def zone(name: str) -> ZoneInfo:
    return ZoneInfo(_COMPUTED_AS.get(name, name))


def abbreviation(name: str, at: datetime) -> str:
    """The letters in force at that instant, else the part of the name after the slash."""
    if name not in ABBREVIATIONS:
        return name.rsplit("/", maxsplit=1)[-1]
    standard, summer = ABBREVIATIONS[name]
    return summer if at.astimezone(zone(name)).dst() else standard
