"""Notify the operators once if a class of the next two days turns red.

A notice records the set of red cells. It is sent again only if a cell is added to the set.
"""

import hashlib
from datetime import timedelta

from django.db.models.functions import Now

from frontrow.backoffice.models import ReadinessNotice
from frontrow.backoffice.readiness.cells import State, counted
from frontrow.backoffice.readiness.standing import Standing, look_ahead
from frontrow.core.clock import database_now
from frontrow.core.jobs import job

WATCHED = timedelta(hours=48)
LONGEST_WORDS = 300


@job(every="*/10 * * * *")
def watch_classes(timestamp: int) -> None:
    note_red_classes()


def note_red_classes() -> list[int]:
    """Find classes with new red cells. A class under way is left to the page of its room."""
    now = database_now()
    red = [
        one
        for one in look_ahead(within=WATCHED)
        if one.worst == State.RED and one.facts.starts_at > now
    ]
    return [one.facts.bootcamp_id for one in red if _note(one)]


def _note(standing: Standing) -> bool:
    _, is_new = ReadinessNotice.objects.get_or_create(
        bootcamp_id=standing.facts.bootcamp_id,
        starts_at=standing.facts.starts_at,
        red_cells=_digest(standing),
        defaults={"words": _words(standing), "noted_at": Now()},
    )
    return is_new


def _digest(standing: Standing) -> str:
    """A digest of the set of red cells: the class's by key, an attendee's by key and seat."""
    keys = [cell.key for cell in standing.cells if cell.state == State.RED]
    for person in standing.people:
        keys += [
            f"{cell.key}:{person.facts.enrollment_id}"
            for cell in person.cells
            if cell.state == State.RED
        ]
    return hashlib.sha256("\n".join(sorted(keys)).encode()).hexdigest()


def _words(standing: Standing) -> str:
    """The problems in words, without names: the notice outlives attendees' accounts."""
    reasons = [cell.words for cell in standing.cells if cell.state == State.RED]
    people = sum(person.worst == State.RED for person in standing.people)
    if people:
        reasons.append(counted(people, "person isn't ready", "people aren't ready"))
    return ". ".join(reasons)[:LONGEST_WORDS]
