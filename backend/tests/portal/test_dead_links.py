"""A link of before a hand-over opens nothing, however often and from wherever it is tried."""

from collections import Counter

import pytest

from frontrow.sales.models import Enrollment
from tests.factories import enrollment_of, from_now, make_bootcamp, make_purchase
from tests.links import join_token, seat_token
from tests.portal.student import a_student, browser
from tests.sales.handing_over import handed_over
from tests.sizes import size

pytestmark = pytest.mark.django_db

TRIES = size("DEAD_LINK_TRIES")
# Fewer than anybody may click in a minute.
PER_NETWORK = 50


def test_a_join_link_of_before_a_hand_over_answers_410_every_time() -> None:
    student = a_student()
    bootcamp = make_bootcamp(starts_at=from_now(minutes=5), zoom_join_url="https://zoom.test/j/1")
    purchase = make_purchase(bootcamp=bootcamp, user=student.user)
    old = enrollment_of(purchase)
    client = browser()

    def click(token: str, network: int, path: str = "join") -> tuple[int, str]:
        answer = client.post(
            f"/api/{path}",
            {"token": token},
            "application/json",
            REMOTE_ADDR=f"10.{network // 250}.{network % 250}.1",
        )
        return answer.status_code, str(answer.json().get("code", ""))

    # The same link worked, and was used, a moment before.
    assert click(join_token(old.pk, 0), 0) == (200, "")
    Enrollment.objects.filter(pk=old.pk).update(joined_at=None, attended_at=None)
    new = handed_over(student, purchase)
    answers = Counter(
        click(join_token(old.pk, 0), 1 + number // PER_NETWORK) for number in range(TRIES)
    )
    assert answers == {(410, "seat_handed_over"): TRIES}
    assert click(seat_token(old.pk, 0), 1000, "seat/look") == (410, "seat_handed_over")
    # All that clicking was nobody's presence, and the holder's own link was never in its way.
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.joined_at, new.joined_at) == (None, None)
    assert click(join_token(new.pk, 0), 1000) == (200, "")
