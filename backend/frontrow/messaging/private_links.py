"""The links in a letter that only its reader may have: sealed until it is sent, then forgotten."""

from collections.abc import Mapping, Sequence

from frontrow.core.sealing import seal, unseal

# Where a letter's private link goes; it is also what the log shows in its place for ever after.
LINK_PLACE = "[private link]"
LINK_PURPOSE = "mailed link"


def link_place(number: int) -> str:
    """Where one more private link goes, counted from 1; 0 is the letter's own."""
    return f"[private link {number + 1}]" if number else LINK_PLACE


def seal_links(links: Sequence[str]) -> str:
    return seal("\n".join(links), purpose=LINK_PURPOSE) if any(links) else ""


def open_links(sealed: str) -> Mapping[str, str]:
    """Each by the place where it belongs."""
    if not sealed:
        return {}
    links = unseal(sealed, purpose=LINK_PURPOSE).split("\n")
    return {link_place(number): link for number, link in enumerate(links)}


def put_in(text: str, links: Mapping[str, str]) -> str:
    for place, link in links.items():
        text = text.replace(place, link)
    return text


def may_keep_links(content: str) -> bool:
    """Whether a letter that failed can be sent again with its links.

    The letter's own is a key to an account: nobody will be sent it any more, so nobody needs to
    be able to read it. The others open no more than their reader's seat.
    """
    return LINK_PLACE not in content
