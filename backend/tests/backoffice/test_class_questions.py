"""The instructor's questions at the desk: set, copied, and read with what was answered."""

import csv
from typing import Any

import pytest

from frontrow.accounts.models import Role
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import CoachingStatus
from frontrow.core.clock import database_now
from frontrow.sales.models import ClassAnswer, ClassQuestion, Enrollment
from tests.coaching.calling import Caller, CoachingDesk
from tests.factories import (
    ClassAnswerFactory,
    ClassQuestionFactory,
    LinkTestFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_purchase,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> CoachingDesk:
    return CoachingDesk()


@pytest.fixture
def bootcamp() -> Bootcamp:
    return make_bootcamp(name="The Class", starts_at=from_now(days=5))


def question(words: str, kind: str = "line", pk: int | None = None) -> dict[str, Any]:
    return {"id": pk, "words": words, "kind": kind}


def put(desk: Caller, bootcamp: Bootcamp, *questions: Any, **more: bool) -> tuple[int, Any]:
    path = f"admin/bootcamps/{bootcamp.pk}/questions"
    return desk.call("PUT", path, {"questions": questions, **more})


def asked(bootcamp: Bootcamp) -> list[tuple[str, str]]:
    found = ClassQuestion.objects.filter(bootcamp=bootcamp).order_by("position")
    return list(found.values_list("words", "kind"))


def answered(asked: ClassQuestion, words: str = "A shop", **buyer: Any) -> Enrollment:
    seat = enrollment_of(make_purchase(bootcamp=asked.bootcamp, **buyer))
    ClassAnswerFactory.create(question=asked, enrollment=seat, words=words)
    return seat


def test_up_to_three_are_set_put_in_order_and_taken_away(
    desk: CoachingDesk, bootcamp: Bootcamp
) -> None:
    status, told = put(desk, bootcamp, question("One?"), question("Two?", "text"))
    assert (status, told["canChange"]) == (200, True)
    one, two = (each["id"] for each in told["questions"])
    status, told = put(
        desk,
        bootcamp,
        question("Two?", "text", two),
        question("Yes?", "yes_no"),
        question("One, changed?", "line", one),
    )
    assert status == 200, told
    assert asked(bootcamp) == [("Two?", "text"), ("Yes?", "yes_no"), ("One, changed?", "line")]
    assert desk.done("GET", f"admin/bootcamps/{bootcamp.pk}/questions") == told
    status, refused = put(desk, bootcamp, *[question(f"{number}?") for number in range(4)])
    assert (status, len(asked(bootcamp))) == (422, 3)
    assert "questions" in refused["fields"]
    assert put(desk, bootcamp)[0] == 200
    assert asked(bootcamp) == []
    assert desk.audited()[-1] == (
        "changed class questions",
        "bootcamp",
        str(bootcamp.pk),
        {"questions": 0},
    )


def test_new_words_keep_the_answers_and_removing_one_deletes_them_only_if_agreed(
    desk: CoachingDesk, bootcamp: Bootcamp
) -> None:
    first = ClassQuestionFactory.create(bootcamp=bootcamp, words="One?", position=1)
    second = ClassQuestionFactory.create(bootcamp=bootcamp, words="Two?", position=2)
    seat = answered(first)
    ClassAnswerFactory.create(question=second, enrollment=seat, words="Stays")
    status, told = put(
        desk,
        bootcamp,
        question("One, again?", "line", first.pk),
        question("Two?", "line", second.pk),
    )
    assert (status, [one["answers"] for one in told["questions"]]) == (200, [1, 1])
    for left in (
        [question("Two?", "line", second.pk)],
        # Another kind of question has another kind of answer.
        [question("One?", "yes_no", first.pk), question("Two?", "line", second.pk)],
    ):
        status, refused = put(desk, bootcamp, *left)
        assert (status, refused["code"], refused["message"]) == (
            409,
            "in_use",
            "1 student has answered what you're removing. Their answers would be deleted.",
        )
    assert ClassAnswer.objects.count() == 2
    status, _ = put(desk, bootcamp, question("Two?", "line", second.pk), deletesAnswers=True)
    assert (status, asked(bootcamp)) == (200, [("Two?", "line")])
    assert list(ClassAnswer.objects.values_list("words", flat=True)) == ["Stays"]


def test_what_another_window_changed_is_not_overwritten(
    desk: CoachingDesk, bootcamp: Bootcamp
) -> None:
    gone = ClassQuestionFactory.create(bootcamp=bootcamp)
    foreign = ClassQuestionFactory.create(words="Another's?")
    assert put(desk, bootcamp, question("New?"))[0] == 200
    for pk in (gone.pk, foreign.pk):
        status, refused = put(desk, bootcamp, question("Mine?", "line", pk))
        assert (status, refused["code"]) == (409, "changed_meanwhile")
    assert asked(bootcamp) == [("New?", "line")]
    assert asked(foreign.bootcamp) == [("Another's?", "line")]


def test_once_the_class_has_started_they_stay(desk: CoachingDesk, bootcamp: Bootcamp) -> None:
    ClassQuestionFactory.create(bootcamp=bootcamp, words="One?")
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        starts_at=database_now(), ends_at=from_now(hours=3)
    )
    status, refused = put(desk, bootcamp, question("Late?"))
    assert (status, refused["code"]) == (409, "answers_closed")
    assert asked(bootcamp) == [("One?", "line")]
    assert desk.done("GET", f"admin/bootcamps/{bootcamp.pk}/questions")["canChange"] is False


def test_a_clone_and_copies_ask_the_same_and_nothing_is_answered_there(
    desk: CoachingDesk, bootcamp: Bootcamp
) -> None:
    first = ClassQuestionFactory.create(bootcamp=bootcamp, words="One?", kind="text", position=1)
    ClassQuestionFactory.create(bootcamp=bootcamp, words="Two?", kind="yes_no", position=2)
    answered(first)
    clone = desk.done("POST", f"admin/bootcamps/{bootcamp.pk}/clone")
    starts = [from_now(days=days).isoformat() for days in (12, 19)]
    copies = desk.done("POST", f"admin/bootcamps/{bootcamp.pk}/copies", {"starts": starts})
    for made in (clone, *copies):
        told = desk.done("GET", f"admin/bootcamps/{made['id']}/questions")["questions"]
        assert [(one["words"], one["kind"], one["answers"]) for one in told] == [
            ("One?", "text", 0),
            ("Two?", "yes_no", 0),
        ]
    # A copy's are its own.
    assert put(desk, Bootcamp.objects.get(pk=clone["id"]))[0] == 200
    assert len(asked(bootcamp)) == 2
    assert desk.call("DELETE", f"admin/bootcamps/{copies[0]['id']}")[0] == 200


def test_operators_read_who_answered_what_and_whose_link_is_tested(
    desk: CoachingDesk, bootcamp: Bootcamp
) -> None:
    one = ClassQuestionFactory.create(bootcamp=bootcamp, words="=One?")
    zoe = answered(one, "=1+1", user=make_user(first_name="Zoe", last_name="Z", email="z@e.test"))
    ada = enrollment_of(
        make_purchase(
            bootcamp=bootcamp, user=None, guest_full_name="Ada L", guest_email="ada@e.test"
        )
    )
    LinkTestFactory.create(enrollment=ada, tested_at=bootcamp.starts_at)
    found = desk.done("GET", f"admin/bootcamps/{bootcamp.pk}/answers")
    assert [
        (each["name"], each["enrollmentId"], each["answers"]) for each in found["attendees"]
    ] == [
        ("Ada L", ada.pk, []),
        ("Zoe Z", zoe.pk, [{"questionId": one.pk, "words": "=1+1"}]),
    ]
    assert [each["linkTestedAt"] is not None for each in found["attendees"]] == [True, False]
    file = desk.client.get(f"/api/admin/bootcamps/{bootcamp.pk}/answers.csv")
    assert file["Content-Disposition"] == f'attachment; filename="answers-{bootcamp.pk}.csv"'
    lines = list(csv.reader(file.getvalue().decode("utf-8-sig").splitlines()))
    assert lines[0] == ["Name", "Email", "Link tested", "'=One?"]
    assert [(line[0], line[1], line[3]) for line in lines[1:]] == [
        ("Ada L", "ada@e.test", ""),
        ("Zoe Z", "z@e.test", "'=1+1"),
    ]
    assert desk.audited()[-1] == (
        "exported class answers",
        "bootcamp",
        str(bootcamp.pk),
        {"people": 2},
    )


def test_a_coach_reads_and_sets_the_questions_of_the_classes_they_teach(bootcamp: Bootcamp) -> None:
    coach, other = make_coach(), make_coach()
    one = ClassQuestionFactory.create(bootcamp=bootcamp, words="One?", kind="yes_no")
    seat = answered(one, "yes", user=make_user(first_name="Ada", last_name="L"))
    make_coaching_session(bootcamp=bootcamp, coach=coach, user=make_user())
    elsewhere = make_coaching_session(
        bootcamp=bootcamp, coach=other, user=make_user(), status=CoachingStatus.CANCELED
    )
    assert elsewhere.bootcamp == bootcamp
    mine = Caller(coach.user)
    [taught] = mine.done("GET", "coach/classes")
    assert (taught["name"], taught["cohort"]["id"]) == ("The Class", bootcamp.pk)
    assert taught["students"] == [
        {
            "enrollmentId": seat.pk,
            "name": "Ada L",
            "answers": [{"questionId": one.pk, "words": "yes"}],
        }
    ]
    path = f"coach/classes/{bootcamp.pk}/questions"
    told = mine.done(
        "PUT", path, {"questions": [question("One?", "yes_no", one.pk), question("?")]}
    )
    assert len(told["questions"]) == 2
    # Nobody else's: a canceled hour is none.
    theirs = Caller(other.user)
    assert theirs.done("GET", "coach/classes") == []
    assert theirs.call("PUT", path, {"questions": []})[0] == 404
    assert len(asked(bootcamp)) == 2


def test_whoever_loses_the_role_loses_the_classes(bootcamp: Bootcamp) -> None:
    coach = make_coach()
    make_coaching_session(bootcamp=bootcamp, coach=coach, user=make_user())
    mine = Caller(coach.user)
    assert len(mine.done("GET", "coach/classes")) == 1
    coach.user.role = Role.STUDENT
    coach.user.save()
    assert mine.call("GET", "coach/classes")[0] == 403


def test_the_statements_of_a_coachs_classes_do_not_grow(
    django_assert_num_queries: Any, bootcamp: Bootcamp
) -> None:
    coach = make_coach()
    for each in (bootcamp, make_bootcamp(starts_at=from_now(days=9))):
        one = ClassQuestionFactory.create(bootcamp=each)
        for _ in range(3):
            answered(one)
        make_coaching_session(bootcamp=each, coach=coach, user=make_user())
    mine = Caller(coach.user)
    mine.done("GET", "coach/classes")
    # The session and its user, the clock twice, classes, seats, answers, questions.
    with django_assert_num_queries(8):
        assert len(mine.done("GET", "coach/classes")) == 2
