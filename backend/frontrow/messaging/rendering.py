"""Fills the words of a template with one person's own: the only place where that is done.

One pass over a closed list of names. A value is put in as it is and never read again, so a buyer
called `{zoomLink}` stays called that; in HTML everything is escaped.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from frontrow.messaging.email_layout import (
    Block,
    Button,
    Heading,
    Link,
    Paragraph,
    Prose,
    SmallPrint,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.private_links import UNSUBSCRIBE_PLACE

VARIABLES = (
    "firstName",
    "lastName",
    "email",
    "bootcampName",
    "bootcampDate",
    "bootcampTime",
    "zoomLink",
    "loginUrl",
)
# Alone on a line these become a button; anywhere else a link, by the same words.
_BUTTONS = {"zoomLink": "Join the session", "loginUrl": "Sign in"}
IN_SUBJECT = "link inside"
LONGEST_SUBJECT = 255

_PLACE = re.compile(r"\{([^{}\s]{1,64})\}")
# Without what usually follows an address in a sentence.
_ADDRESS = re.compile(r"https?://[^\s<>\"{}]*[^\s<>\"{}.,;:!?)\]']")


@dataclass(frozen=True, kw_only=True)
class OwnWords:
    """What each variable stands for, for one reader and one bootcamp."""

    first_name: str
    last_name: str
    email: str
    bootcamp_name: str
    bootcamp_date: str
    bootcamp_time: str
    zoom_link: str
    login_url: str

    def by_name(self) -> Mapping[str, str]:
        values = (
            self.first_name,
            self.last_name,
            self.email,
            self.bootcamp_name,
            self.bootcamp_date,
            self.bootcamp_time,
            self.zoom_link,
            self.login_url,
        )
        return dict(zip(VARIABLES, map(_on_one_line, values), strict=True))


@dataclass(frozen=True, kw_only=True)
class Rendered:
    subject: str
    text: str
    html: str


def unknown_variables(*texts: str, known: Collection[str] = VARIABLES) -> list[str]:
    """Names in braces that stand for nothing and so stay as typed; each once, in their order."""
    found = [name for text in texts for name in _PLACE.findall(text)]
    return list(dict.fromkeys(name for name in found if name not in known))


def names_hours(template: str) -> bool:
    """Whether it tells when the bootcamp is, which it can only in the bootcamp's own time."""
    return any(name in {"bootcampDate", "bootcampTime"} for name in _PLACE.findall(template))


def render_words(template: str, words: OwnWords) -> str:
    values = words.by_name()
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), template)


def render_subject(template: str, words: OwnWords) -> str:
    """One line, and no longer than the log has room for. It holds no link: it says where one is."""
    subject = _on_one_line(render_words(template, replace(words, zoom_link=IN_SUBJECT)))
    return subject if len(subject) <= LONGEST_SUBJECT else subject[: LONGEST_SUBJECT - 1] + "…"


def render_blocks(template: str, words: OwnWords) -> list[Block]:
    """Paragraphs as typed, parted by empty lines."""
    values = words.by_name()
    blocks: list[Block] = []
    for paragraph in re.split(r"\n\s*\n", re.sub(r"\r\n?", "\n", template).strip()):
        lines: list[list[str | Link]] = []
        for line in paragraph.split("\n"):
            alone = _PLACE.fullmatch(line.strip())
            if alone and alone[1] in _BUTTONS:
                blocks += [Prose(lines)] if lines else []
                blocks.append(Button(_BUTTONS[alone[1]], values[alone[1]]))
                lines = []
            else:
                lines.append(list(_pieces(line, values)))
        blocks += [Prose(lines)] if lines else []
    return blocks


def plain_blocks(text: str) -> list[Block]:
    """Paragraphs as typed; nothing in them is a variable, only addresses become links."""
    paragraphs = re.split(r"\n\s*\n", re.sub(r"\r\n?", "\n", text).strip())
    return [
        Prose([list(_with_links(line)) for line in paragraph.split("\n")])
        for paragraph in paragraphs
    ]


def render_mail(
    *,
    subject: str,
    content: str,
    words: OwnWords,
    because: str,
    test: bool = False,
    optional: bool = False,
    below: Sequence[Block] = (),
) -> Rendered:
    """A whole mail in both its forms; `because` tells its reader why they got it.

    `below` stands under the template's own words.

    An `optional` one ends with the way off the list, put in when it is sent.
    """
    line = render_subject(f"[Test] {subject}" if test else subject, words)
    blocks = [*render_blocks(content, words), *below]
    if optional:
        blocks.append(way_off_the_list())
    ending = SmallPrint([because, "Questions? Just reply to this email."])
    return Rendered(
        subject=line,
        text=lay_out_text([Heading(line), *blocks, ending]),
        html=lay_out_html(title=line, blocks=[*blocks, ending]),
    )


def way_off_the_list() -> Paragraph:
    """In every optional email; the address is put in when it is sent."""
    return Paragraph("Rather not hear from us?", "Unsubscribe", UNSUBSCRIBE_PLACE)


def _pieces(line: str, values: Mapping[str, str]) -> Iterator[str | Link]:
    at = 0
    for place in _PLACE.finditer(line):
        yield from _with_links(line[at : place.start()])
        name = place[1]
        if name in _BUTTONS:
            # A key of fifty letters in the middle of a sentence is nothing to read.
            yield Link(values[name], _BUTTONS[name])
        else:
            # A value that looks like an address is somebody's name all the same: no link.
            yield values.get(name, place[0])
        at = place.end()
    yield from _with_links(line[at:])


def _with_links(text: str) -> Iterator[str | Link]:
    at = 0
    for address in _ADDRESS.finditer(text):
        yield text[at : address.start()]
        yield Link(address[0])
        at = address.end()
    yield text[at:]


def _on_one_line(text: str) -> str:
    """A line break in a value could become a header, or a line that somebody else seems to say."""
    visible = (" " if unicodedata.category(char) in {"Cc", "Zl", "Zp"} else char for char in text)
    return " ".join("".join(visible).split())
