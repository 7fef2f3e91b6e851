"""The crowd itself: who is not back by the end is told apart, with the place they stand at."""

import threading

import pytest

from tests.races.crowd import all_at_once, tally

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_does_not_come_back_is_told_with_where_they_stand() -> None:
    go_home = threading.Event()

    def stay_out() -> int:
        go_home.wait(timeout=300)
        return 1

    outcomes = all_at_once([stay_out, lambda: 2], within=5)
    assert tally(outcomes) == {"TimeoutError": 1, "ok": 1}
    assert "stay_out" in str(outcomes[0])
    assert outcomes[1] == 2
    go_home.set()
    assert tally(all_at_once([stay_out, lambda: 2])) == {"ok": 2}
