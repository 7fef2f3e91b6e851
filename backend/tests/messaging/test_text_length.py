"""Lengths of text messages, as networks count them."""

import pytest

from frontrow.messaging.text_length import Encoding, TextLength, measure


@pytest.mark.parametrize(
    ("text", "encoding", "units", "segments"),
    [
        ("", Encoding.GSM_7, 0, 1),
        ("a" * 160, Encoding.GSM_7, 160, 1),
        ("a" * 161, Encoding.GSM_7, 161, 2),
        ("a" * 306, Encoding.GSM_7, 306, 2),
        ("a" * 307, Encoding.GSM_7, 307, 3),
        ("Café à 9 €", Encoding.GSM_7, 11, 1),
        ("{}" * 40, Encoding.GSM_7, 160, 1),
        # The escaped pair that would straddle the border begins the second part.
        ("a" * 152 + "€" + "a" * 153, Encoding.GSM_7, 307, 3),
        ("ż" * 70, Encoding.UCS_2, 70, 1),
        ("ż" * 71, Encoding.UCS_2, 71, 2),
        ("\N{RIGHT SINGLE QUOTATION MARK}" + "a" * 69, Encoding.UCS_2, 70, 1),
        ("🎉" * 35, Encoding.UCS_2, 70, 1),
        ("🎉" * 36, Encoding.UCS_2, 72, 2),
        # 67 leaves half an emoji's room in each part.
        ("🎉" * 67, Encoding.UCS_2, 134, 3),
    ],
)
def test_a_text_is_as_long_as_the_networks_say(
    text: str, encoding: Encoding, units: int, segments: int
) -> None:
    assert measure(text) == TextLength(encoding=encoding, units=units, segments=segments)
