"""A hundred students want one hour of one coach: one gets it, and the control that double-books."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
from django.db import connection

from frontrow.coaching import booking
from frontrow.coaching.models import Coach, CoachingSession
from frontrow.messaging.models import Message
from tests.accounts.together import at_once, take_locks_away
from tests.coaching.calling import Student
from tests.factories import make_bootcamp, make_coach, make_coaching_session

pytestmark = pytest.mark.django_db(transaction=True)

STUDENTS = 100
# As many requests as the site answers at a time; the others wait at the door, as they do there.
AT_A_TIME = 20
TAKEN = "That time has just been taken. Please pick another."

# Between finding the hour free and having it there is always a moment. This makes it long enough
# for everybody to look before anybody has it.
_HESITATE = """
CREATE FUNCTION hesitate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END $$;
CREATE TRIGGER hesitate BEFORE UPDATE ON coaching_sessions
    FOR EACH ROW EXECUTE FUNCTION hesitate();
"""
_AT_ONCE_AGAIN = "DROP TRIGGER hesitate ON coaching_sessions; DROP FUNCTION hesitate();"
_CONSTRAINT = """
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'coaching_no_double_booking'
"""


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def hesitation() -> Iterator[None]:
    run(_HESITATE)
    yield
    run(_AT_ONCE_AGAIN)


@pytest.fixture
def no_constraint() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(_CONSTRAINT)
        [definition] = cursor.fetchone()
    run("ALTER TABLE coaching_sessions DROP CONSTRAINT coaching_no_double_booking")
    yield
    CoachingSession.objects.all().delete()
    run(f"ALTER TABLE coaching_sessions ADD CONSTRAINT coaching_no_double_booking {definition}")


class Crowd:
    def __init__(self, size: int = STUDENTS) -> None:
        self.coach: Coach = make_coach()
        bootcamp = make_bootcamp(includes_coaching=True)
        self.students = [Student() for _ in range(size)]
        self.sessions = [
            make_coaching_session(user=student.user, bootcamp=bootcamp) for student in self.students
        ]
        self.slot = self.students[0].slots(self.sessions[0].pk)[0]
        self.messages: Counter[str] = Counter()
        self.slowest = 0.0
        self._door = threading.BoundedSemaphore(AT_A_TIME)

    def act(self, student: Student, session: CoachingSession) -> Callable[[], int]:
        def book() -> int:
            with self._door:
                started = time.perf_counter()
                try:
                    status, answer = student.book(session.pk, self.slot)
                finally:
                    connection.close()
                self.slowest = max(self.slowest, time.perf_counter() - started)
                self.messages[answer.get("message", "")] += 1
                return status

        return book

    def rush(self) -> Counter[int]:
        acts = [self.act(*pair) for pair in zip(self.students, self.sessions, strict=True)]
        return Counter(at_once(acts))

    def winners(self) -> int:
        starts_at = datetime.fromisoformat(self.slot)
        return CoachingSession.objects.filter(
            coach=self.coach, status="scheduled", scheduled_at=starts_at
        ).count()


def test_one_of_a_hundred_gets_the_hour_and_the_others_are_told_at_once() -> None:
    crowd = Crowd()
    assert crowd.rush() == {200: 1, 409: 99}
    assert crowd.messages == {"": 1, TAKEN: 99}
    assert crowd.winners() == 1
    assert CoachingSession.objects.filter(status="pending", scheduled_at=None).count() == 99
    # One for the student who has it and one for the coach.
    assert Message.objects.count() == 2
    # From the moment the site takes a request up. It is milliseconds on a machine of its own; a
    # queue for the lock would have ended in a time-out and a 503, which the statuses rule out.
    assert crowd.slowest < 30


@pytest.mark.usefixtures("hesitation", "no_constraint")
def test_nobody_gets_past_the_lock_however_long_the_winner_takes() -> None:
    """The constraint is gone: only the lock stands between the crowd and the hour."""
    crowd = Crowd(size=20)
    assert crowd.rush() == {200: 1, 409: 19}
    assert (crowd.winners(), Message.objects.count()) == (1, 2)


@pytest.mark.usefixtures("no_constraint")
def test_whoever_gets_the_lock_late_looks_again_before_taking_the_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The look before the lock may be older than the winner's booking: here it always is."""
    monkeypatch.setattr(booking, "is_taken", lambda **_: False)
    crowd = Crowd(size=5)
    assert crowd.rush() == {200: 1, 409: 4}
    assert (crowd.winners(), Message.objects.count()) == (1, 2)


def test_without_the_lock_the_database_still_lets_only_one_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take_locks_away(monkeypatch)
    crowd = Crowd(size=20)
    statuses = crowd.rush()
    # Rows that wait for each other in the constraint may be told to try again instead.
    assert (statuses[200], crowd.winners(), Message.objects.count()) == (1, 1, 2)


@pytest.mark.usefixtures("hesitation", "no_constraint")
def test_control_without_lock_and_constraint_the_hour_is_sold_many_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take_locks_away(monkeypatch)
    crowd = Crowd(size=20)
    assert crowd.rush()[200] > 1
    assert crowd.winners() > 1
