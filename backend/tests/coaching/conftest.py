"""A moment that stands still, and an admin's desk, for the tests that ask for one."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.coaching.calling import NOW, CoachingDesk


@pytest.fixture
def moment() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def desk(db: None, moment: time_machine.Traveller) -> CoachingDesk:
    return CoachingDesk()
