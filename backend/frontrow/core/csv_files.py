"""CSV exports: streamed in batches of rows and safe against formula injection."""

import csv
import itertools
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from django.http import StreamingHttpResponse

LINES_AT_ONCE = 250
# Spreadsheets run a cell that begins with one of these characters as a formula. Some do so for
# their full-width forms too.
_FORMULA_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Letters and symbols that look blank: Hangul fillers and the empty Braille pattern.
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
# The byte order mark tells a spreadsheet that the text is UTF-8.
_BYTE_ORDER_MARK = "\ufeff"


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Numbers are written as they are. Text that looks like a formula is escaped."""
    writer = csv.writer(_Passing())
    yield _BYTE_ORDER_MARK + writer.writerow([_harmless(column) for column in columns])
    left = iter(rows)
    while some := list(itertools.islice(left, LINES_AT_ONCE)):
        yield "".join(writer.writerow([_harmless(cell) for cell in row]) for row in some)


def csv_file(lines: Iterable[str], *, name: str) -> StreamingHttpResponse:
    """The lines as a download of this name."""
    return StreamingHttpResponse(
        lines,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


def _harmless(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    is_formula = cell.startswith(_FORMULA_BEGINS) or _seen(cell).startswith(_FORMULA_BEGINS)
    return f"'{cell}" if is_formula else cell


def _seen(cell: str) -> str:
    """The text from its first visible character on. Spreadsheets may drop what precedes it."""
    return "".join(itertools.dropwhile(_is_unseen, cell))


def _is_unseen(one: str) -> bool:
    return unicodedata.category(one) in {"Cc", "Cf", "Zs", "Zl", "Zp"} or one in _BLANK_LETTERS


class _Passing:
    """A file-like object for the CSV writer that returns each line instead of storing it."""

    def write(self, line: str) -> str:
        return line
