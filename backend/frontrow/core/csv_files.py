"""Lists as spreadsheets: rows as lines of CSV, many at a time, harmless to whoever opens one."""

import csv
import itertools
from collections.abc import Iterable, Iterator, Sequence

LINES_AT_ONCE = 250
# A spreadsheet takes a cell that begins like this for a formula, and runs it.
# Some do so for their full-width twins.
_FORMULA_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Tells a spreadsheet that the text is UTF-8.
_BYTE_ORDER_MARK = "\ufeff"


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Numbers are written as they are; text that looks like a formula is marked as text."""
    writer = csv.writer(_Passing())
    yield _BYTE_ORDER_MARK + writer.writerow([_harmless(column) for column in columns])
    left = iter(rows)
    while some := list(itertools.islice(left, LINES_AT_ONCE)):
        yield "".join(writer.writerow([_harmless(cell) for cell in row]) for row in some)


def _harmless(cell: object) -> object:
    is_formula = isinstance(cell, str) and cell.startswith(_FORMULA_BEGINS)
    return f"'{cell}" if is_formula else cell


class _Passing:
    """What the writer writes to: it hands each line on instead of keeping it."""

    def write(self, line: str) -> str:
        return line
