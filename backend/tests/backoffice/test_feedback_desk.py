"""Feedback at the desk: the true average, low scores as tasks, and hiding for a reason only."""

from typing import Any

import pytest
from django.test import Client

from frontrow.backoffice.messages.notices import tell_operators
from frontrow.messaging.models import Message, NoticeChoice
from frontrow.sales.models import Enrollment, Feedback, HiddenBecause
from tests.catalogue.desk import Desk
from tests.factories import FeedbackFactory, from_now, make_user
from tests.sales.reviewing import attended, ended_class, give

pytestmark = pytest.mark.django_db


def said(score: int, **fields: Any) -> Enrollment:
    seat = attended(user=make_user(first_name="Ada", last_name="Lovelace"))
    FeedbackFactory.create(enrollment=seat, score=score, **fields)
    return seat


def shown(score: int = 9) -> Enrollment:
    return said(score, may_show=True, first_name="Ada")


def public() -> Any:
    return Client().get("/api/reviews").json()


def test_the_list_has_figures_of_everything_and_filters(desk: Desk) -> None:
    low, good = said(3, words=""), shown()
    page = desk.get("feedback")
    assert page["figures"] == {
        "answers": 2,
        "average": "6.0",
        "scores": [0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0],
        "needsReply": 1,
        "toRead": 0,
        "shown": 1,
        "hidden": [],
    }
    assert {row["enrollmentId"] for row in page["rows"]} == {low.pk, good.pk}
    row = next(one for one in page["rows"] if one["enrollmentId"] == good.pk)
    user = good.purchase.user
    assert user is not None
    assert (row["name"], row["userId"], row["isShown"]) == ("Ada Lovelace", user.pk, True)
    for query, expected in (
        ("view=needs_reply", [low.pk]),
        ("view=shown", [good.pk]),
        ("view=hidden", []),
        (f"bootcampId={low.bootcamp_id}", [low.pk]),
    ):
        found = desk.get(f"feedback?{query}")
        assert [one["enrollmentId"] for one in found["rows"]] == expected, query
        assert (found["total"], found["figures"]["answers"]) == (len(expected), 2)


def test_a_review_is_hidden_for_a_listed_reason_and_counted(desk: Desk) -> None:
    seat, other = shown(2), shown(10)
    path = f"feedback/{seat.pk}"
    assert desk.call("POST", f"{path}/hide", {"because": "too negative"})[0] == 422
    assert desk.call("POST", f"{path}/hide", {})[0] == 422
    assert len(public()["newest"]) == 2
    hidden = desk.done("POST", f"{path}/hide", {"because": "off_topic"})
    assert (hidden["isShown"], hidden["hiddenBecause"]) == (False, "off_topic")
    told = public()
    assert [one["score"] for one in told["newest"]] == [10]
    # Its score counts on, and everybody sees that one is hidden.
    assert (told["answers"], told["average"], told["reviews"]) == (2, "6.0", 2)
    assert told["hidden"] == [{"because": "off_topic", "count": 1}]
    again = desk.done("POST", f"{path}/unhide")
    assert (again["isShown"], again["hiddenBecause"], again["hiddenBy"]) == (True, None, "")
    assert len(public()["newest"]) == 2
    assert public()["hidden"] == []
    # A second click changes nothing and is no second entry.
    desk.done("POST", f"{path}/unhide")
    purchase = str(seat.purchase_id)
    assert [entry for entry in desk.audited() if "review" in entry[0]] == [
        (
            "hid review",
            "purchase",
            purchase,
            {"bootcamp": seat.bootcamp_id, "because": "off_topic"},
        ),
        (
            "showed review again",
            "purchase",
            purchase,
            {"bootcamp": seat.bootcamp_id, "was": "off_topic"},
        ),
    ]
    assert Feedback.objects.get(enrollment=other).hidden_at is None


def test_what_is_not_shown_cannot_be_hidden(desk: Desk) -> None:
    """Else the count of hidden reviews would tell of some that nobody could have read."""
    for seat in (said(9), said(9, may_show=True, first_name="Ada", words="")):
        status, answer = desk.call("POST", f"feedback/{seat.pk}/hide", {"because": "abusive"})
        assert status == 409, answer
    assert public()["hidden"] == []


def test_each_listed_reason_is_taken(desk: Desk) -> None:
    seat = shown()
    for because in HiddenBecause:
        desk.done("POST", f"feedback/{seat.pk}/hide", {"because": because.value})
        assert public()["hidden"] == [{"because": because.value, "count": 1}]


def test_a_low_score_is_a_task_until_it_is_done(desk: Desk) -> None:
    for score in (6, 7):
        assert give(attended(), score=score, mayShow=False).status_code == 200
    assert desk.get("summary")["lowFeedback"] == 1
    [row] = desk.get("feedback?view=needs_reply")["rows"]
    assert (row["score"], row["needsReply"]) == (6, True)
    done = desk.done("POST", f"feedback/{row['enrollmentId']}/done")
    assert (done["needsReply"], done["handledBy"]) == (False, desk.admin.full_name)
    assert desk.get("summary")["lowFeedback"] == 0
    # Dealt with is no change of what was said.
    assert public()["average"] == "6.5"
    reopened = desk.done("POST", f"feedback/{row['enrollmentId']}/reopen")
    assert (reopened["needsReply"], reopened["handledAt"]) == (True, None)
    assert desk.get("summary")["lowFeedback"] == 1
    good = Feedback.objects.get(score=7)
    assert desk.call("POST", f"feedback/{good.pk}/done")[0] == 409


def test_an_operator_who_wants_to_is_told_of_low_scores_once(desk: Desk) -> None:
    desk.done("PUT", "notices", {"kind": "feedback", "pace": "at_once"})
    bootcamp = ended_class(name="Launch")
    for score in (9, 4):
        seat = attended(bootcamp, user=make_user(first_name="Ada", last_name="Lovelace"))
        assert give(seat, score=score).status_code == 200
    # A minute ago, and they had switched it on before that.
    Feedback.objects.update(given_at=from_now(minutes=-1))
    long_ago = from_now(minutes=-5)
    NoticeChoice.objects.update(since=long_ago, told_until=long_ago)
    for _ in range(2):
        tell_operators.func(timestamp=0)
    [notice] = Message.objects.filter(category="NOTICE")
    assert notice.recipient == desk.admin.email
    assert "Ada Lovelace gave Launch on " in notice.content
    assert "4 out of 10" in notice.content
    assert "/admin/feedback?view=needs_reply" in notice.content


def test_what_is_not_shown_says_why_and_an_operator_who_read_it_shows_it(desk: Desk) -> None:
    free = attended(user=make_user(), total_amount=0)
    unseen = attended(seen=False)
    ended, private, wordless = attended(), attended(), attended()
    for seat in (free, unseen, ended):
        assert give(seat).status_code == 200
    assert give(private, mayShow=False).status_code == 200
    assert give(wordless, words="").status_code == 200
    Enrollment.objects.filter(pk=ended.pk).update(ended_at=from_now(), ended_because="refunded")
    why = {one["enrollmentId"]: one["notShownBecause"] for one in desk.get("feedback")["rows"]}
    assert why == {
        free.pk: "not_paid",
        unseen.pk: "not_seen",
        ended.pk: "seat_ended",
        private.pk: "not_allowed",
        wordless.pk: "no_words",
    }
    assert public()["newest"] == []
    page = desk.get("feedback?view=to_read")
    assert {one["enrollmentId"] for one in page["rows"]} == {free.pk, unseen.pk}
    assert page["figures"]["toRead"] == 2
    for seat in (free, unseen):
        shown = desk.done("POST", f"feedback/{seat.pk}/show")
        assert (shown["isShown"], shown["notShownBecause"], shown["isCounted"]) == (
            True,
            None,
            True,
        )
    desk.done("POST", f"feedback/{free.pk}/show")
    assert len(public()["newest"]) == 2
    for seat in (ended, private, wordless):
        assert desk.call("POST", f"feedback/{seat.pk}/show")[0] == 409
    assert [entry[2] for entry in desk.audited() if entry[0] == "showed review"] == [
        str(free.purchase_id),
        str(unseen.purchase_id),
    ]
    # A seat that ends takes its review along, whoever has read it.
    Enrollment.objects.filter(pk=free.pk).update(ended_at=from_now(), ended_because="withdrawn")
    assert len(public()["newest"]) == 1


def test_what_needs_a_reply_stands_first_and_the_lowest_score_before_the_others(
    desk: Desk,
) -> None:
    scores = {said(score).pk: score for score in (9, 5, 2, 10, 6)}
    rows = desk.get("feedback")["rows"]
    assert [row["score"] for row in rows][:3] == [2, 5, 6]
    assert {scores[row["enrollmentId"]] for row in rows[3:]} == {9, 10}
