"""The length of a text message as the networks count it: encoding units and segments."""

import math
from dataclasses import dataclass
from enum import StrEnum

# The GSM-7 alphabet. Any character outside it makes the whole message UCS-2.
_BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
# Encoded with an escape character, so each counts twice.
_EXTENDED = frozenset("\f^{}\\[~]|€")

# The limit of a text to attendees, after its variables are filled in.
LONGEST = 160
TOO_LONG = f"Longer than {LONGEST} characters once filled in"

# Longest single message, and the room in each segment of a longer one, which needs a header.
_ROOM = {"GSM-7": (160, 153), "UCS-2": (70, 67)}


class Encoding(StrEnum):
    GSM_7 = "GSM-7"
    UCS_2 = "UCS-2"


@dataclass(frozen=True, kw_only=True)
class TextLength:
    encoding: Encoding
    units: int
    segments: int


def measure(text: str) -> TextLength:
    if all(character in _BASIC or character in _EXTENDED for character in text):
        encoding = Encoding.GSM_7
        sizes = [2 if character in _EXTENDED else 1 for character in text]
    else:
        encoding = Encoding.UCS_2
        # Characters outside the basic plane, such as most emoji, take two units.
        sizes = [len(character.encode("utf-16-be")) // 2 for character in text]
    units = sum(sizes)
    whole, part = _ROOM[encoding]
    segments = 1 if units <= whole else _parts(sizes, part)
    return TextLength(encoding=encoding, units=units, segments=segments)


def is_too_long(text: str) -> bool:
    """Return whether the text is too long. A character that is encoded as two counts twice."""
    return measure(text).units > LONGEST


def _parts(sizes: list[int], room: int) -> int:
    """Count the segments. A character is never split: one that doesn't fit begins the next."""
    if max(sizes) == 1:
        return math.ceil(len(sizes) / room)
    parts, used = 1, 0
    for size in sizes:
        if used + size > room:
            parts, used = parts + 1, 0
        used += size
    return parts
