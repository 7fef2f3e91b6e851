"""Email layout: the same blocks as plain text and as HTML, so that the two never differ.

The HTML uses inline styles, because mail programs drop style sheets. The only style sheet holds the
dark colors, for the programs that support it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

_FONT = mark_safe(
    "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
)
_DARK = mark_safe(
    "@media (prefers-color-scheme:dark){"
    ".page{background:#0c1511!important}"
    ".sheet,.card{border-color:#2b3731!important}"
    ".sheet{background:#131f1a!important}"
    ".card{background:#1c2823!important}"
    ".line{border-color:#2b3731!important}"
    ".ink{color:#f3f4ed!important}"
    ".pale{color:#a9b4ab!important}"
    ".link{color:#c8ef50!important}"
    ".button{background:#c8ef50!important;color:#09260c!important}"
    "}"
)


@dataclass(frozen=True)
class Heading:
    words: str

    def text(self) -> str:
        return f"{self.words}\n{'-' * len(self.words)}"

    def html(self) -> SafeString:
        return format_html(
            '<h2 class="ink" style="margin:32px 0 12px;font-size:18px;line-height:1.3;'
            'color:#13201a">{}</h2>',
            self.words,
        )


@dataclass(frozen=True)
class Paragraph:
    """A few sentences, optionally followed by a link."""

    words: str
    link_words: str = ""
    link: str = ""

    def text(self) -> str:
        return f"{self.words} {self.link_words}: {self.link}" if self.link else self.words

    def html(self) -> SafeString:
        link = (
            format_html(
                ' <a class="link" href="{}" style="color:#0a4c34">{}</a>.',
                self.link,
                self.link_words,
            )
            if self.link
            else ""
        )
        return format_html(
            '<p class="ink" style="margin:16px 0;color:#13201a">{}{}</p>', self.words, link
        )


@dataclass(frozen=True)
class Link:
    """A link within a sentence. Plain text shows the address, and HTML shows the label."""

    address: str
    words: str = ""


@dataclass(frozen=True)
class Prose:
    """A paragraph that keeps its line breaks. Each line consists of text and links."""

    lines: Sequence[Sequence[str | Link]]

    def text(self) -> str:
        return "\n".join(
            "".join(piece.address if isinstance(piece, Link) else piece for piece in line)
            for line in self.lines
        )

    def html(self) -> SafeString:
        lines = (
            format_html_join("", "{}", ((_piece(piece),) for piece in line)) for line in self.lines
        )
        return format_html(
            '<p class="ink" style="margin:16px 0;color:#13201a">{}</p>',
            format_html_join(mark_safe("<br>"), "{}", ((line,) for line in lines)),
        )


def _piece(piece: str | Link) -> str:
    if isinstance(piece, str):
        return piece
    return format_html(
        '<a class="link" href="{}" style="color:#0a4c34">{}</a>',
        piece.address,
        piece.words or piece.address,
    )


@dataclass(frozen=True)
class Button:
    words: str
    link: str

    def text(self) -> str:
        return f"{self.words}:\n{self.link}"

    def html(self) -> SafeString:
        return format_html(
            '<p style="margin:20px 0 24px"><a class="button" href="{}" style="display:inline-block;'
            "padding:13px 22px;border-radius:10px;background:#0a4c34;color:#f9fced;"
            'font-weight:600;text-decoration:none">{}</a></p>',
            self.link,
            self.words,
        )


@dataclass(frozen=True)
class Code:
    """A code to read and type, in large letters that one press selects."""

    code: str

    def text(self) -> str:
        return self.code

    def html(self) -> SafeString:
        return format_html(
            '<p class="card ink" style="margin:20px 0 24px;padding:16px 18px;text-align:center;'
            "border:1px solid #dfe1d8;border-radius:12px;background:#f4f4ed;color:#13201a;"
            "font-size:32px;line-height:1.2;font-weight:700;letter-spacing:0.18em;"
            'user-select:all;-webkit-user-select:all">{}</p>',
            self.code,
        )


@dataclass(frozen=True)
class Card:
    """A named item with its details, one per line."""

    title: str
    lines: Sequence[str]

    def text(self) -> str:
        return "\n".join([self.title, *(f"  {line}" for line in self.lines)])

    def html(self) -> SafeString:
        lines = format_html_join(
            "",
            '<div class="pale" style="color:#4f5c53">{}</div>',
            ((line,) for line in self.lines),
        )
        return format_html(
            '<div class="card" style="margin:0 0 12px;padding:14px 18px;border:1px solid #dfe1d8;'
            'border-radius:12px;background:#f4f4ed"><div class="ink" style="font-weight:600;'
            'color:#13201a">{}</div>{}</div>',
            self.title,
            lines,
        )


@dataclass(frozen=True)
class Bill:
    """Lines with amounts. The last line is the total."""

    rows: Sequence[tuple[str, str]]

    def text(self) -> str:
        return "\n".join(f"{words}: {amount}" for words, amount in self.rows)

    def html(self) -> SafeString:
        last = len(self.rows) - 1
        # The amount comes first and floats, so that long text wraps around it on any screen.
        rows = format_html_join(
            "",
            '<div class="line" style="overflow:hidden;padding:9px 0;border-top:1px solid #dfe1d8;'
            'font-weight:{}"><span class="ink" style="float:right;padding-left:16px;'
            'color:#13201a">{}</span><span class="ink" style="color:#13201a">{}</span></div>',
            (
                (700 if number == last else 400, amount, words)
                for number, (words, amount) in enumerate(self.rows)
            ),
        )
        return format_html('<div style="margin:0 0 16px">{}</div>', rows)


@dataclass(frozen=True)
class SmallPrint:
    lines: Sequence[str]

    def text(self) -> str:
        return "\n".join(self.lines)

    def html(self) -> SafeString:
        return format_html(
            '<p class="pale" style="margin:0 0 16px;font-size:14px;color:#4f5c53">{}</p>',
            format_html_join(mark_safe("<br>"), "{}", ((line,) for line in self.lines)),
        )


@dataclass(frozen=True)
class Scale:
    """A row of choices from low to high, each a link. Plain text shows only the button's link."""

    low: str
    high: str
    choices: Sequence[tuple[str, str]]

    def text(self) -> str:
        first, last = self.choices[0][0], self.choices[-1][0]
        return f"{first} is {self.low.lower()}, {last} is {self.high.lower()}."

    def html(self) -> SafeString:
        choices = format_html_join(
            " ",
            '<a class="card link" href="{}" style="display:inline-block;margin:0 2px 8px 0;'
            "min-width:34px;padding:11px 0;border:1px solid #dfe1d8;border-radius:10px;"
            "background:#f4f4ed;color:#0a4c34;font-weight:600;text-align:center;"
            'text-decoration:none">{}</a>',
            ((link, words) for words, link in self.choices),
        )
        first, last = self.choices[0][0], self.choices[-1][0]
        return format_html(
            '<div style="margin:20px 0 8px">{}</div>'
            '<p class="pale" style="margin:0 0 16px;font-size:14px;color:#4f5c53">{}</p>',
            choices,
            f"{first}: {self.low}. {last}: {self.high}.",
        )


Block = Heading | Paragraph | Prose | Button | Code | Card | Bill | Scale | SmallPrint


def lay_out_text(blocks: Sequence[Block]) -> str:
    """Plain text that ends with the site's name."""
    return "\n\n".join([*(block.text() for block in blocks), settings.ENV.SITE_NAME]) + "\n"


def lay_out_html(*, title: str, blocks: Sequence[Block]) -> str:
    """A whole HTML page headed by the title. Everything in it is escaped."""
    return format_html(
        "<!doctype html>\n"
        '<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="supported-color-schemes" content="light dark">'
        "<title>{title}</title><style>:root{{color-scheme:light dark}}{dark}</style></head>\n"
        '<body class="page" style="margin:0;padding:0;background:#fcfbf6">\n'
        '<div class="page" style="padding:24px 12px;background:#fcfbf6;{font};font-size:16px;'
        'line-height:1.55;-webkit-text-size-adjust:100%">\n'
        '<div class="sheet" style="max-width:552px;margin:0 auto;padding:28px 24px;'
        "border:1px solid #dfe1d8;border-radius:16px;background:#ffffff;"
        'overflow-wrap:anywhere">\n'
        '<div class="link" style="margin:0 0 20px;font-weight:700;color:#0a4c34">{site}</div>\n'
        '<h1 class="ink" style="margin:0 0 16px;font-size:26px;line-height:1.2;'
        'letter-spacing:-0.02em;color:#13201a">{title}</h1>\n'
        "{blocks}\n</div></div></body></html>\n",
        title=title,
        dark=_DARK,
        font=_FONT,
        site=settings.ENV.SITE_NAME,
        blocks=format_html_join("\n", "{}", ((block.html(),) for block in blocks)),
    )
