"""What everybody sees of feedback: exact over all answers, and only what may be shown."""

import json
import random
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import Role
from frontrow.sales.models import (
    EndedBecause,
    Enrollment,
    Feedback,
    HiddenBecause,
    Purchase,
    PurchaseState,
)
from tests.factories import (
    FeedbackFactory,
    PresenceSpanFactory,
    enrollment_of,
    from_now,
    make_purchase,
    make_user,
)
from tests.portal.student import a_student
from tests.sales.reviewing import attended, ended_class, give
from tests.sizes import size

pytestmark = pytest.mark.django_db

ANSWERS = size("FEEDBACK_ANSWERS")


def reviews(client: Client) -> Any:
    answer = client.get("/api/reviews")
    assert answer.status_code == 200
    return answer.json()


def test_while_there_are_none_there_is_no_average(client: Client) -> None:
    assert reviews(client) == {
        "answers": 0,
        "average": None,
        "reviews": 0,
        "hidden": [],
        "newest": [],
        "courses": [],
    }


def test_the_average_is_that_of_all_answers_exactly(client: Client) -> None:
    """Shown, not shown, without words and hidden alike, whatever is mixed."""
    dice = random.Random(7)
    bootcamp = ended_class(max_seats=ANSWERS)
    said: list[int] = []
    shown = hidden = 0
    for number in range(ANSWERS):
        seat = attended(bootcamp, user=None, guest_email=f"guest{number}@example.test")
        score, may_show, words = dice.randint(0, 10), dice.random() < 0.6, dice.random() < 0.7
        kind = dice.choice([None, None, None, *HiddenBecause]) if may_show and words else None
        FeedbackFactory.create(
            enrollment=seat,
            score=score,
            may_show=may_show,
            first_name="Ada" if may_show else "",
            words="Good." if words else "",
            hidden_at=from_now() if kind else None,
            hidden_because=kind or "",
        )
        said.append(score)
        shown += may_show and words and kind is None
        hidden += kind is not None
    exact = (Decimal(sum(said)) / len(said)).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
    told = reviews(client)
    assert (told["answers"], told["average"]) == (ANSWERS, str(exact))
    assert sum(each["count"] for each in told["hidden"]) == hidden > 0
    assert told["reviews"] == shown + hidden
    assert len(told["newest"]) == 6
    with CaptureQueriesContext(connection) as asked:
        reviews(client)
    assert len(asked) <= 6


def test_a_half_of_a_tenth_is_rounded_up(client: Client) -> None:
    bootcamp = ended_class()
    for score in (9, 9, 9, 10):
        FeedbackFactory.create(enrollment=attended(bootcamp, user=None), score=score)
    assert reviews(client)["average"] == "9.3"


def test_a_review_says_first_name_words_class_and_the_day_attended_and_no_more(
    client: Client,
) -> None:
    seat = attended(user=make_user(first_name="Ada", last_name="Secret", email="ada@x.test"))
    assert give(seat, words="  So good.  ").status_code == 200
    [review] = reviews(client)["newest"]
    seat.refresh_from_db()
    assert review == {
        "firstName": "Ada",
        "words": "So good.",
        "score": 9,
        "bootcampName": "Beginner Bootcamp",
        "attendedAt": seat.bootcamp.starts_at.isoformat().replace("+00:00", "Z"),
        "timezone": "America/New_York",
    }
    assert "Secret" not in json.dumps(review)


@pytest.mark.parametrize(
    "said", [{"mayShow": False}, {"words": " "}], ids=["without a yes", "without words"]
)
def test_what_may_not_be_shown_is_not(client: Client, said: dict[str, Any]) -> None:
    assert give(attended(), **said).status_code == 200
    told = reviews(client)
    assert (told["answers"], told["average"], told["newest"]) == (1, "9.0", [])
    assert told["reviews"] == 0


def test_words_that_look_like_a_page_stay_words(client: Client) -> None:
    evil = "</script><script>alert(1)</script> <b>hi</b> {firstName}"
    assert give(attended(user=make_user(first_name="Ada")), words=evil).status_code == 200
    answer = client.get("/api/reviews")
    assert answer["Content-Type"] == "application/json"
    [review] = answer.json()["newest"]
    assert (review["words"], review["firstName"]) == (evil, "Ada")


def test_a_deleted_account_leaves_its_score_and_no_word(client: Client) -> None:
    ada = a_student()
    assert give(attended(user=ada.user)).status_code == 200
    FeedbackFactory.create(enrollment=attended(user=None), score=4)
    assert len(reviews(client)["newest"]) == 1
    gone = ada.post("user/delete-account", {"confirmation": ada.user.email})
    assert gone.status_code == 200, gone.content
    told = reviews(client)
    assert (told["answers"], told["average"], told["newest"]) == (2, "6.5", [])
    assert list(Feedback.objects.values_list("words", flat=True).order_by("score")) == [
        "Worth every hour.",
        "",
    ]


def test_everybody_gets_the_same_answer_for_a_second(client: Client) -> None:
    first = client.get("/api/reviews")
    assert first["Cache-Control"] == "public, max-age=0, s-maxage=1, must-revalidate"
    again = client.get("/api/reviews", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    seat = attended()
    assert give(seat).status_code == 200
    changed = client.get("/api/reviews", headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed.json()["answers"]) == (200, 1)


def test_a_course_is_rated_by_those_who_attended_it_once_a_review_of_it_is_shown(
    client: Client,
) -> None:
    beginner, silent = ended_class(name="Beginner Bootcamp"), ended_class(name="Silent")
    for score in (8, 9):
        assert give(attended(beginner), score=score, mayShow=score == 9).status_code == 200
    assert give(attended(silent), mayShow=False).status_code == 200
    assert reviews(client)["courses"] == [
        {"name": "Beginner Bootcamp", "answers": 2, "average": "8.5", "reviews": 1}
    ]


def test_a_refunded_or_withdrawn_seat_leaves_the_average_and_the_page(client: Client) -> None:
    seats = [attended(user=None) for _ in range(3)]
    for seat, score in zip(seats, (9, 2, 2), strict=True):
        assert give(seat, score=score).status_code == 200
    assert reviews(client)["average"] == "4.3"
    for seat, because in (
        (seats[1], EndedBecause.REFUNDED),
        (seats[2], EndedBecause.WITHDRAWN),
    ):
        Enrollment.objects.filter(pk=seat.pk).update(ended_at=from_now(), ended_because=because)
    told = reviews(client)
    assert (told["answers"], told["average"], told["reviews"]) == (1, "9.0", 1)
    assert [one["score"] for one in told["newest"]] == [9]
    # While the money is on its way back, the seat ends at once.
    Purchase.objects.filter(pk=seats[0].purchase_id).update(state=PurchaseState.REFUNDING)
    assert reviews(client)["answers"] == 0


def test_a_moved_seat_was_paid_for_by_the_first_of_its_chain(client: Client) -> None:
    seat = attended()
    first = enrollment_of(make_purchase(bootcamp=ended_class()))
    Enrollment.objects.filter(pk=first.pk).update(ended_at=from_now(), ended_because="moved")
    Enrollment.objects.filter(pk=seat.pk).update(paid=0, replaces=first, first=first)
    assert give(seat).status_code == 200
    assert len(reviews(client)["newest"]) == 1


@pytest.mark.parametrize(
    ("joined", "left"), [(-90, -80), (-30, -10), (190, 200), (-300, None), (None, 60)]
)
def test_a_stay_outside_the_class_is_no_time_in_the_room(
    client: Client, joined: int | None, left: int | None
) -> None:
    seat = attended(seen=False)
    starts_at = seat.bootcamp.starts_at
    PresenceSpanFactory.create(
        enrollment=seat,
        joined_at=None if joined is None else starts_at + timedelta(minutes=joined),
        left_at=None if left is None else starts_at + timedelta(minutes=left),
    )
    assert give(seat).status_code == 200
    assert reviews(client)["newest"] == []
    PresenceSpanFactory.create(enrollment=seat, joined_at=starts_at)
    assert len(reviews(client)["newest"]) == 1


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada Lovelace", "Ada"),
        ("\u5c0f\u660e", "\u5c0f\u660e"),
        ("Jean-Luc Picard", "Jean-Luc"),
        ("Build Lab Support", "B."),
        ("Frontrow Team", "F."),
        ("Refund desk", "R."),
        ("Your instructor", "Y."),
        ("Sundar", "S."),
        ("cheaper.example", "C."),
    ],
)
def test_the_name_is_the_seats_and_never_ours(client: Client, name: str, shown: str) -> None:
    make_user(role=Role.COACH, first_name="Sundar")
    assert give(attended(user=None, guest_full_name=name)).status_code == 200
    assert [one["firstName"] for one in reviews(client)["newest"]] == [shown]
