"""Template rendering: the only place that fills in a reader's own values.

One pass over a closed list of names. An inserted value is never interpreted again, so a buyer whose
name is `{zoomLink}` keeps that name. In HTML everything is escaped.
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
# Alone on a line these become a button, anywhere else a link. Both use this label.
_BUTTONS = {"zoomLink": "Join the session", "loginUrl": "Sign in"}
IN_SUBJECT = "link inside"
LONGEST_SUBJECT = 255

_PLACE = re.compile(r"\{([^{}\s]{1,64})\}")
# Without the punctuation that usually follows an address in a sentence.
_ADDRESS = re.compile(r"https?://[^\s<>\"{}]*[^\s<>\"{}.,;:!?)\]']")


@dataclass(frozen=True, kw_only=True)
class OwnWords:
    """The value of each variable for one reader and one bootcamp."""

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
    """Names in braces that aren't variables and stay as typed, each once, in order."""
    found = [name for text in texts for name in _PLACE.findall(text)]
    return list(dict.fromkeys(name for name in found if name not in known))


def names_hours(template: str) -> bool:
    """Return whether the template states the times, which are in the bootcamp's time zone."""
    return any(name in {"bootcampDate", "bootcampTime"} for name in _PLACE.findall(template))


def render_words(template: str, words: OwnWords) -> str:
    values = words.by_name()
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), template)


def render_subject(template: str, words: OwnWords) -> str:
    """One line of limited length. A link is replaced by words, because a subject can't hold one."""
    subject = _on_one_line(render_words(template, replace(words, zoom_link=IN_SUBJECT)))
    return subject if len(subject) <= LONGEST_SUBJECT else subject[: LONGEST_SUBJECT - 1] + "…"


def render_blocks(template: str, words: OwnWords) -> list[Block]:
    """Paragraphs as typed, separated by empty lines."""
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
    """Paragraphs as typed. Variables aren't replaced, and only addresses become links."""
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
    """A whole email as text and HTML. `because` tells the reader why they got it.

    `below` follows the template's own text.

    `optional` mail ends with an unsubscribe link, which is inserted when it is sent.
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
    """The unsubscribe paragraph of optional mail. The address is inserted when it is sent."""
    return Paragraph("Rather not hear from us?", "Unsubscribe", UNSUBSCRIBE_PLACE)


def _pieces(line: str, values: Mapping[str, str]) -> Iterator[str | Link]:
    at = 0
    for place in _PLACE.finditer(line):
        yield from _with_links(line[at : place.start()])
        name = place[1]
        if name in _BUTTONS:
            # A fifty-character key in the middle of a sentence is unreadable, so the label is
            # shown.
            yield Link(values[name], _BUTTONS[name])
        else:
            # A value that looks like an address may be a person's name, so it doesn't become a
            # link.
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
    """Remove line breaks, which could inject a header or a line that looks like someone else's."""
    visible = (" " if unicodedata.category(char) in {"Cc", "Zl", "Zp"} else char for char in text)
    return " ".join("".join(visible).split())
