"""How a change stands: who chose what, what was carried out, and what failed."""

from frontrow.backoffice.class_changes.schemas import ClassChangeOut
from frontrow.core.errors import NotFound


def read_board(*, bootcamp_id: int) -> ClassChangeOut:
    raise NotFound
