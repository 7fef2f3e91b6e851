"""The desk's acts on a class: announce its change, nudge the silent, choose for one."""

from django.http import HttpRequest

from frontrow.backoffice.class_changes.schemas import (
    ClassChangeIn,
    ClassChangeRowOut,
    DeskChoiceIn,
)
from frontrow.core.errors import NotFound


def announce(*, request: HttpRequest, bootcamp_id: int, wanted: ClassChangeIn) -> None:
    raise NotFound


def nudge(*, request: HttpRequest, bootcamp_id: int) -> int:
    raise NotFound


def choose_for(
    *, request: HttpRequest, bootcamp_id: int, enrolment_id: int, wanted: DeskChoiceIn
) -> ClassChangeRowOut:
    raise NotFound
