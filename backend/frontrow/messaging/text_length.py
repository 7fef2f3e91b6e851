"""How long a text message is as the networks count it: in units of its encoding, by segments."""

import math
from dataclasses import dataclass
from enum import StrEnum

# The alphabet every phone has. Anything outside it makes the whole message UCS-2.
_BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
# Written with an escape before them, so they count twice.
_EXTENDED = frozenset("\f^{}\\[~]|€")

# A text to attendees, once filled in.
LONGEST = 160
TOO_LONG = f"Longer than {LONGEST} characters once filled in"

# Longest single message, and room in each part of a longer one: a header joins the parts.
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
        # Two units for what lies outside the first plane, such as most emoji.
        sizes = [len(character.encode("utf-16-be")) // 2 for character in text]
    units = sum(sizes)
    whole, part = _ROOM[encoding]
    segments = 1 if units <= whole else _parts(sizes, part)
    return TextLength(encoding=encoding, units=units, segments=segments)


def is_too_long(text: str) -> bool:
    """As the networks count: a character they write as two counts twice."""
    return measure(text).units > LONGEST


def _parts(sizes: list[int], room: int) -> int:
    """No character is cut in two: one that does not fit begins the next part."""
    if max(sizes) == 1:
        return math.ceil(len(sizes) / room)
    parts, used = 1, 0
    for size in sizes:
        if used + size > room:
            parts, used = parts + 1, 0
        used += size
    return parts
