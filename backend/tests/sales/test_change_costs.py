"""What a move costs the database: a fixed number of statements, however full the classes are."""

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from frontrow.sales.changes.moving import Mover, move_seat
from tests.factories import enrolment_of, from_now, make_bootcamp, make_purchase

pytestmark = pytest.mark.django_db

# Lock, read, target; end, begin, take, free; name, hour; email, wake-up, notes.
STATEMENTS = 12


@pytest.mark.parametrize("taken", [0, 15])
def test_a_move_takes_as_many_statements_however_full_the_classes_are(taken: int) -> None:
    before, after = (make_bootcamp(starts_at=from_now(days=days)) for days in (10, 20))
    for _ in range(taken):
        make_purchase(bootcamp=after, user=None)
    seat = enrolment_of(make_purchase(bootcamp=before))
    with CaptureQueriesContext(connection) as asked:
        move_seat(enrolment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())
    own = [one["sql"] for one in asked if "SAVEPOINT" not in one["sql"]]
    assert len(own) == STATEMENTS, "\n".join(sql[:90] for sql in own)
