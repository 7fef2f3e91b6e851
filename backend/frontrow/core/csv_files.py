"""Lists as spreadsheets: rows as lines of CSV, many at a time, harmless to whoever opens one."""

import csv
import itertools
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from django.http import StreamingHttpResponse

LINES_AT_ONCE = 250
# A spreadsheet takes a cell that begins like this for a formula, and runs it.
# Some do so for their full-width twins.
_FORMULA_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Letters and symbols that look like nothing: Hangul fillers and the empty Braille pattern.
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
# Tells a spreadsheet that the text is UTF-8.
_BYTE_ORDER_MARK = "\ufeff"


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Numbers are written as they are; text that looks like a formula is marked as text."""
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
    """From the first character that is seen on: what comes before, a program may drop."""
    return "".join(itertools.dropwhile(_is_unseen, cell))


def _is_unseen(one: str) -> bool:
    return unicodedata.category(one) in {"Cc", "Cf", "Zs", "Zl", "Zp"} or one in _BLANK_LETTERS


class _Passing:
    """What the writer writes to: it hands each line on instead of keeping it."""

    def write(self, line: str) -> str:
        return line
