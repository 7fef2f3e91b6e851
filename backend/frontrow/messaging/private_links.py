"""Private links in an email: encrypted until the email is sent, then deleted.

Until then the text contains placeholders. A placeholder ends with a random mark that users can't
guess: while the email is composed, a mark of this process, and once stored, a mark of that message.
So a person whose name is "[private link]" keeps that name.
"""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence

from frontrow.core.sealing import seal, unseal

LINK_PURPOSE = "mailed link"
LONGEST_CALENDAR_LINE = 75
_LINK, _CODE, _UNSUBSCRIBE = "private link", "private code", "unsubscribe link"
_DRAFT_MARK = secrets.token_hex(16)

# The placeholder for an email's private link.
LINK_PLACE = f"[{_LINK} {_DRAFT_MARK}]"
# The placeholder for a private code to type.
CODE_PLACE = f"[{_CODE} {_DRAFT_MARK}]"
# The placeholder for the link to the unsubscribe page.
UNSUBSCRIBE_PLACE = f"[{_UNSUBSCRIBE} {_DRAFT_MARK}]"


def link_place(number: int) -> str:
    """The placeholder for one more private link, counted from 1. 0 is the email's own."""
    return f"[{_LINK} {number + 1} {_DRAFT_MARK}]" if number else LINK_PLACE


def mark_of(message_id: str) -> str:
    """The mark in a stored message's placeholders. Created with its Message-ID, after its text."""
    return message_id.strip("<>").partition("@")[0]


def marked(text: str, mark: str) -> str:
    """Replace the draft mark by the message's own, as its text is stored."""
    return text.replace(_DRAFT_MARK, mark)


def marked_calendar(text: str, mark: str) -> str:
    return _in_calendar(text, lambda whole: marked(whole, mark))


def shown(text: str, mark: str = _DRAFT_MARK) -> str:
    """The text as an admin reads it, without marks and link numbers."""
    return _places(mark).sub(lambda place: f"[{place['what']}]", text) if mark else text


def seal_links(links: Sequence[str]) -> str:
    return seal("\n".join(links), purpose=LINK_PURPOSE) if any(links) else ""


def open_links(sealed: str) -> Mapping[str, str]:
    """The decrypted links by the name of their placeholder."""
    if not sealed:
        return {}
    links = unseal(sealed, purpose=LINK_PURPOSE).split("\n")
    names = {f"{_LINK} {number + 1}" if number else _LINK: x for number, x in enumerate(links)}
    return {**names, _CODE: links[0]}


def with_unsubscribe(links: Mapping[str, str], page: str) -> Mapping[str, str]:
    return {**links, _UNSUBSCRIBE: page}


def put_in(text: str, links: Mapping[str, str], mark: str) -> str:
    """Insert the links in one pass, so that inserted text is never interpreted again."""
    if not mark:
        return text
    return _places(mark).sub(lambda place: links.get(place["name"], f"[{place['what']}]"), text)


def put_in_calendar(text: str, links: Mapping[str, str], mark: str) -> str:
    return _in_calendar(text, lambda whole: put_in(whole, links, mark))


def may_keep_links(content: str, mark: str) -> bool:
    """Return whether a failed email keeps its links, so that it can be sent again.

    The email's own link gives access to an account. It is deleted, because the email won't be sent
    again. The other links open only the reader's seat.
    """
    return f"[{_LINK} {mark}]" not in content and f"[{_CODE} {mark}]" not in content


def has_link_places(content: str, mark: str) -> bool:
    return any(place["what"] == _LINK for place in _places(mark).finditer(content))


def _places(mark: str) -> re.Pattern[str]:
    names = rf"(?P<what>{_LINK}|{_CODE}|{_UNSUBSCRIBE})(?: \d+)?"
    return re.compile(rf"\[(?P<name>{names}) {re.escape(mark)}\]")


def _in_calendar(text: str, change: Callable[[str], str]) -> str:
    """Apply a change to a calendar file, whose folded lines may split a placeholder."""
    whole = change(text.replace("\r\n ", ""))
    return "\r\n".join(_folded(line) for line in whole.split("\r\n"))


def _folded(line: str) -> str:
    """Fold to lines of at most 75 octets (RFC 5545) without splitting a character."""
    pieces, size = [""], 0
    for char in line:
        octets = len(char.encode())
        if size + octets > LONGEST_CALENDAR_LINE:
            pieces.append("")
            # The space that begins a continuation line counts.
            size = 1
        pieces[-1] += char
        size += octets
    return "\r\n ".join(pieces)
