"""The links in a letter that only its reader may have: sealed until it is sent, then forgotten."""

from collections.abc import Sequence

from django.utils.html import escape

from frontrow.core.sealing import seal, unseal

# Where a letter's private link goes; it is also what the log shows in its place for ever after.
LINK_PLACE = "[private link]"
LINK_PURPOSE = "mailed link"


def link_place(number: int) -> str:
    """Where one more private link goes, counted from 1."""
    return f"[private link {number + 1}]"


def seal_links(links: Sequence[str]) -> str:
    return seal("\n".join(links), purpose=LINK_PURPOSE) if any(links) else ""


def put_in_links(sealed: str, *, text: str, html: str) -> tuple[str, str]:
    """Text and page with the links in their places."""
    if not sealed:
        return text, html
    for number, link in enumerate(unseal(sealed, purpose=LINK_PURPOSE).split("\n")):
        place = link_place(number) if number else LINK_PLACE
        text, html = text.replace(place, link), html.replace(place, escape(link))
    return text, html
