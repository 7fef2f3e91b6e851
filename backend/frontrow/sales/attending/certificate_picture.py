"""The preview picture of a certificate for other sites (Open Graph): 1200 by 630.

Drawn only from the certificate's text, which is also the cache key. A shared link makes many sites
request the same picture.
"""

import functools
import io
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

from frontrow.core.dates import format_date
from frontrow.sales.models import Certificate

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

SIZE = (1200, 630)
MARGIN = 90
# A hundred pictures of forty kilobytes in each process.
KEPT = 100
_FONTS = Path(__file__).parent / "fonts"
_LATIN, _MORE_LATIN = "geist-latin-wght-normal.woff2", "geist-latin-ext-wght-normal.woff2"
_PAPER, _INK, _PALE, _GREEN, _LIME = "#fcfbf6", "#13201a", "#4f5c53", "#0a4c34", "#c8ef50"
_BOLD, _MEDIUM = 800, 500


def picture_of(certificate: Certificate) -> bytes:
    """A PNG of a valid certificate. A revoked one must not show its holder's name."""
    return _drawn(
        certificate.holder_name,
        certificate.bootcamp_name,
        format_date(certificate.starts_at, certificate.timezone),
        settings.ENV.SITE_NAME,
    )


@functools.lru_cache(maxsize=KEPT)
def _drawn(holder: str, bootcamp: str, day: str, site: str) -> bytes:
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", SIZE, _PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((36, 36, SIZE[0] - 36, SIZE[1] - 36), 28, outline=_GREEN, width=4)
    _line(pen, 96, site, size=34, weight=_BOLD, color=_GREEN)
    _line(pen, 188, "Certificate of completion", size=36, weight=_MEDIUM, color=_PALE)
    _line(pen, 252, holder, size=84, weight=_BOLD, color=_INK)
    pen.rounded_rectangle((MARGIN, 388, MARGIN + 96, 396), 4, fill=_LIME)
    _line(pen, 430, bootcamp, size=44, weight=_BOLD, color=_INK)
    _line(pen, 500, f"Live online, {day}", size=34, weight=_MEDIUM, color=_PALE)
    file = io.BytesIO()
    # A palette makes it a third of the size, and a few flat colors need no more.
    picture.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _line(pen: "ImageDraw", top: int, words: str, *, size: int, weight: int, color: str) -> None:
    """One line across the picture. Long text is drawn smaller, and cut if it still doesn't fit."""
    if not _can_be_set(words):
        # The text is in a script that our fonts lack. Omit it, because it would be drawn as boxes.
        return
    room = SIZE[0] - 2 * MARGIN
    smallest = round(size * 0.55)
    while size > smallest and _width(words, size, weight) > room:
        size -= 2
    while _width(words, size, weight) > room:
        words = words.removesuffix("…")[:-1].rstrip() + "…"
    left = float(MARGIN)
    for piece, font in _pieces(words, size, weight):
        pen.text((left, top), piece, font=font, fill=color)
        left += font.getlength(piece)


def _width(words: str, size: int, weight: int) -> float:
    return sum(font.getlength(piece) for piece, font in _pieces(words, size, weight))


def _pieces(words: str, size: int, weight: int) -> list[tuple[str, "FreeTypeFont"]]:
    """Split the text into runs of letters, each with a font that has them."""
    pieces: list[tuple[str, FreeTypeFont]] = []
    for letter in words:
        font = _font(_LATIN if _has(_LATIN, letter) else _MORE_LATIN, size, weight)
        if pieces and pieces[-1][1] is font:
            pieces[-1] = (pieces[-1][0] + letter, font)
        else:
            pieces.append((letter, font))
    return pieces


def _can_be_set(words: str) -> bool:
    return all(_has(_LATIN, letter) or _has(_MORE_LATIN, letter) for letter in words)


@functools.lru_cache(maxsize=2000)
def _has(name: str, letter: str) -> bool:
    """Return whether the font has the letter, by comparing it with the font's missing glyph."""
    font = _font(name, 20, _MEDIUM)
    missing = bytes(font.getmask("\U0010ffff"))
    return letter.isspace() or bytes(font.getmask(letter)) != missing


@functools.lru_cache(maxsize=200)
def _font(name: str, size: int, weight: int) -> "FreeTypeFont":
    from PIL import ImageFont

    font = ImageFont.truetype(_FONTS / name, size)
    font.set_variation_by_axes([weight])
    return font
