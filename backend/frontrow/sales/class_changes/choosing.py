"""A student's choice, by the emailed link: looked at, made, and changed until choose-by."""

from frontrow.core.errors import NotFound
from frontrow.sales.class_changes.schemas import ClassChoiceOut
from frontrow.sales.models import Choice

UNKNOWN = "This link doesn't work. Open the latest link in your email, or sign in."


def look(*, token: str) -> ClassChoiceOut:
    raise NotFound(UNKNOWN)


def choose_by_link(*, token: str, choice: Choice, to_bootcamp_id: int | None) -> ClassChoiceOut:
    raise NotFound(UNKNOWN)
