"""Join names into a list for a sentence, such as "one, two and three"."""

from collections.abc import Sequence


def in_words(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
