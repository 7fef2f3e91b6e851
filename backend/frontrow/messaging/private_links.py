"""The links in an email that only its reader may have: sealed until it is sent, then forgotten."""

from collections.abc import Mapping, Sequence

from frontrow.core.sealing import seal, unseal

# Where an email's private link goes; it is also what the log shows in its place for ever after.
LINK_PLACE = "[private link]"
# The same where what only its reader may have is a code to type.
CODE_PLACE = "[private code]"
LINK_PURPOSE = "mailed link"
LONGEST_CALENDAR_LINE = 75


def link_place(number: int) -> str:
    """Where one more private link goes, counted from 1; 0 is the email's own."""
    return f"[private link {number + 1}]" if number else LINK_PLACE


def seal_links(links: Sequence[str]) -> str:
    return seal("\n".join(links), purpose=LINK_PURPOSE) if any(links) else ""


def open_links(sealed: str) -> Mapping[str, str]:
    """Each by the place where it belongs."""
    if not sealed:
        return {}
    links = unseal(sealed, purpose=LINK_PURPOSE).split("\n")
    places = {link_place(number): link for number, link in enumerate(links)}
    return {**places, CODE_PLACE: links[0]}


def put_in(text: str, links: Mapping[str, str]) -> str:
    for place, link in links.items():
        text = text.replace(place, link)
    return text


def put_in_calendar(text: str, links: Mapping[str, str]) -> str:
    """Into a calendar file. Its lines are folded: a place may be cut in two, and a link is long."""
    if not links:
        return text
    whole = put_in(text.replace("\r\n ", ""), links)
    return "\r\n".join(_folded(line) for line in whole.split("\r\n"))


def _folded(line: str) -> str:
    """In lines of at most 75 octets, as RFC 5545 wants them; no character is cut in two."""
    pieces, size = [""], 0
    for char in line:
        octets = len(char.encode())
        if size + octets > LONGEST_CALENDAR_LINE:
            pieces.append("")
            # The space that begins a continued line counts.
            size = 1
        pieces[-1] += char
        size += octets
    return "\r\n ".join(pieces)


def may_keep_links(content: str) -> bool:
    """Whether an email that failed can be sent again with its links.

    The email's own is a key to an account: nobody will be sent it any more, so nobody needs to
    be able to read it. The others open no more than their reader's seat.
    """
    return LINK_PLACE not in content and CODE_PLACE not in content
