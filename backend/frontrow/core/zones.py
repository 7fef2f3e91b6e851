"""The time zones we offer, and how each is computed and abbreviated."""

import functools
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

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

# Names that people use and the zone database doesn't have.
COMPUTED_AS = {"Asia/Mumbai": "Asia/Kolkata"}

# Old names that browsers still report for a renamed zone.
ALIASES = {
    "Africa/Asmera": "Africa/Asmara",
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Catamarca": "America/Argentina/Catamarca",
    "America/Cordoba": "America/Argentina/Cordoba",
    "America/Godthab": "America/Nuuk",
    "America/Indianapolis": "America/Indiana/Indianapolis",
    "America/Jujuy": "America/Argentina/Jujuy",
    "America/Louisville": "America/Kentucky/Louisville",
    "America/Mendoza": "America/Argentina/Mendoza",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Mumbai": "Asia/Kolkata",
    "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Etc/UTC": "UTC",
    "Europe/Kiev": "Europe/Kyiv",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
}


def zone(name: str) -> ZoneInfo:
    return ZoneInfo(COMPUTED_AS.get(name, name))


def abbreviation(name: str, at: datetime) -> str:
    """The abbreviation in force at that instant, or the part of the zone's name after the slash."""
    if name not in ABBREVIATIONS:
        return name.rsplit("/", maxsplit=1)[-1]
    standard, summer = ABBREVIATIONS[name]
    return summer if at.astimezone(zone(name)).dst() else standard


def known_zone(name: str) -> str:
    """The canonical name of a person's zone. Empty if there is no such zone."""
    present = ALIASES.get(name, name)
    return present if present in _all_zones() else ""


def zone_words(name: str) -> str:
    """America/New York, as people read it."""
    return ALIASES.get(name, name).replace("_", " ")


@functools.cache
def _all_zones() -> frozenset[str]:
    # Computed once, because it reads a whole directory.
    return frozenset(available_timezones())
