"""The links in an email that only its reader may have: sealed until it is sent, then forgotten.

Until then a place stands where each belongs. It ends with a mark that nobody can type: while an
email is put together, one of this process; once it is stored, one of that message alone. So a
person called "[private link]" stays called that.
"""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence

from frontrow.core.sealing import seal, unseal

LINK_PURPOSE = "mailed link"
LONGEST_CALENDAR_LINE = 75
_LINK, _CODE, _UNSUBSCRIBE = "private link", "private code", "unsubscribe link"
_DRAFT_MARK = secrets.token_hex(16)

# Where an email's private link goes.
LINK_PLACE = f"[{_LINK} {_DRAFT_MARK}]"
# The same where what only its reader may have is a code to type.
CODE_PLACE = f"[{_CODE} {_DRAFT_MARK}]"
# Where the link to the unsubscribe page goes.
UNSUBSCRIBE_PLACE = f"[{_UNSUBSCRIBE} {_DRAFT_MARK}]"


def link_place(number: int) -> str:
    """Where one more private link goes, counted from 1; 0 is the email's own."""
    return f"[{_LINK} {number + 1} {_DRAFT_MARK}]" if number else LINK_PLACE


def mark_of(message_id: str) -> str:
    """The mark of a stored message's places: made with its Message-ID, after all its words."""
    return message_id.strip("<>").partition("@")[0]


def marked(text: str, mark: str) -> str:
    """With the message's own mark, as its text is stored."""
    return text.replace(_DRAFT_MARK, mark)


def marked_calendar(text: str, mark: str) -> str:
    return _in_calendar(text, lambda whole: marked(whole, mark))


def shown(text: str, mark: str = _DRAFT_MARK) -> str:
    """As the desk reads it: which link went where is nothing to its reader."""
    return _places(mark).sub(lambda place: f"[{place['what']}]", text) if mark else text


def seal_links(links: Sequence[str]) -> str:
    return seal("\n".join(links), purpose=LINK_PURPOSE) if any(links) else ""


def open_links(sealed: str) -> Mapping[str, str]:
    """Each by the name of its place."""
    if not sealed:
        return {}
    links = unseal(sealed, purpose=LINK_PURPOSE).split("\n")
    names = {f"{_LINK} {number + 1}" if number else _LINK: x for number, x in enumerate(links)}
    return {**names, _CODE: links[0]}


def with_unsubscribe(links: Mapping[str, str], page: str) -> Mapping[str, str]:
    return {**links, _UNSUBSCRIBE: page}


def put_in(text: str, links: Mapping[str, str], mark: str) -> str:
    """In one pass: what was put in is never read again."""
    if not mark:
        return text
    return _places(mark).sub(lambda place: links.get(place["name"], f"[{place['what']}]"), text)


def put_in_calendar(text: str, links: Mapping[str, str], mark: str) -> str:
    return _in_calendar(text, lambda whole: put_in(whole, links, mark))


def may_keep_links(content: str, mark: str) -> bool:
    """Whether an email that failed can be sent again with its links.

    The email's own is a key to an account: nobody will be sent it any more, so nobody needs to
    be able to read it. The others open no more than their reader's seat.
    """
    return f"[{_LINK} {mark}]" not in content and f"[{_CODE} {mark}]" not in content


def has_link_places(content: str, mark: str) -> bool:
    return any(place["what"] == _LINK for place in _places(mark).finditer(content))


def _places(mark: str) -> re.Pattern[str]:
    names = rf"(?P<what>{_LINK}|{_CODE}|{_UNSUBSCRIBE})(?: \d+)?"
    return re.compile(rf"\[(?P<name>{names}) {re.escape(mark)}\]")


def _in_calendar(text: str, change: Callable[[str], str]) -> str:
    """A calendar file's lines are folded: a place may be cut in two, and a link is long."""
    whole = change(text.replace("\r\n ", ""))
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
