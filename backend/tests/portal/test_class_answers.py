"""Answers to the instructor: the holder's, until the class starts, and nobody else's."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.sales.buyers.visitors import CHECKOUT_COOKIE, digest
from frontrow.sales.changes.resending import resend_confirmation
from frontrow.sales.models import ClassAnswer, ClassQuestion, Enrollment, Purchase, PurchaseState
from frontrow.sales.settlement.completion import complete
from tests.factories import (
    ClassQuestionFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
)
from tests.links import join_token, seat_token
from tests.portal.student import Student, a_student, an_admin_looking_as, browser
from tests.sales.handing_over import FAY, handed_over

pytestmark = pytest.mark.django_db


def a_class(*, days: float = 5, **fields: Any) -> Bootcamp:
    return make_bootcamp(starts_at=from_now(days=days), **fields)


def ask(bootcamp: Bootcamp, *asked: tuple[str, str]) -> list[ClassQuestion]:
    return [
        ClassQuestionFactory.create(bootcamp=bootcamp, words=words, kind=kind, position=position)
        for position, (words, kind) in enumerate(asked, start=1)
    ]


THREE = (("Your idea?", "line"), ("What have you tried?", "text"), ("Do you code?", "yes_no"))


def put(student: Student, bootcamp: Bootcamp, **said: Any) -> Any:
    """`said` goes from the question's place, as `first`, to what is answered."""
    return student.client.put(
        f"/api/user/bootcamps/{bootcamp.pk}/answers",
        {"answers": answers_to(bootcamp, **said)},
        content_type="application/json",
    )


def answers_to(bootcamp: Bootcamp, **said: str) -> list[dict[str, Any]]:
    places = {"first": 1, "second": 2, "third": 3}
    ids = dict(bootcamp.questions.values_list("position", "pk"))
    return [{"questionId": ids[places[place]], "words": words} for place, words in said.items()]


def put_by_link(token: str, bootcamp: Bootcamp, **said: str) -> Any:
    return browser().put(
        "/api/join/answers",
        {"token": token, "answers": answers_to(bootcamp, **said)},
        content_type="application/json",
    )


def look(token: str) -> Any:
    return browser().post("/api/join/look", {"token": token}, "application/json").json()


def shown(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [one["answer"] for one in answer.json()["questions"]]


def read(student: Student, bootcamp: Bootcamp) -> list[str]:
    return shown(student.get(f"user/bootcamps/{bootcamp.pk}/answers"))


def kept(seat: Enrollment) -> list[str]:
    rows = ClassAnswer.objects.filter(enrollment=seat).order_by("question__position")
    return list(rows.values_list("words", flat=True))


@pytest.fixture
def bought() -> tuple[Student, Bootcamp, Purchase]:
    student, bootcamp = a_student(), a_class()
    ask(bootcamp, *THREE)
    return student, bootcamp, make_purchase(bootcamp=bootcamp, user=student.user)


Bought = tuple[Student, Bootcamp, Purchase]


def test_answered_changed_and_taken_back(bought: Bought) -> None:
    student, bootcamp, purchase = bought
    assert student.purchases()[0]["items"][0]["hasQuestions"] is True
    assert read(student, bootcamp) == ["", "", ""]
    said = put(student, bootcamp, first="  A shop ", second="Two\nthings", third="yes")
    assert shown(said) == ["A shop", "Two\nthings", "yes"]
    # What is not named stays.
    assert shown(put(student, bootcamp, first="A farm")) == ["A farm", "Two\nthings", "yes"]
    assert shown(put(student, bootcamp, second="")) == ["A farm", "", "yes"]
    assert read(student, bootcamp) == ["A farm", "", "yes"]
    assert kept(enrollment_of(purchase)) == ["A farm", "yes"]


def test_by_the_private_link_the_same_answers_without_an_account() -> None:
    bootcamp = a_class()
    ask(bootcamp, *THREE)
    token = join_token(enrollment_of(make_purchase(bootcamp=bootcamp, user=None)).pk, 0)
    asked = look(token)["questions"]
    assert [one["words"] for one in asked["questions"]] == [words for words, _ in THREE]
    assert asked["canAnswer"] is True
    assert shown(put_by_link(token, bootcamp, first="A shop")) == ["A shop", "", ""]
    assert [one["answer"] for one in look(token)["questions"]["questions"]] == ["A shop", "", ""]


def test_once_the_class_has_started_they_are_only_read(bought: Bought) -> None:
    student, bootcamp, purchase = bought
    token = join_token(enrollment_of(purchase).pk, 0)
    assert put(student, bootcamp, first="A shop").status_code == 200
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        starts_at=database_now(), ends_at=from_now(hours=3)
    )
    for answer in (
        put(student, bootcamp, first="Too late"),
        put_by_link(token, bootcamp, first="Too late"),
    ):
        assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (
            409,
            "answers_closed",
            "The class has started, so your answers can't be changed anymore.",
        )
    assert look(token)["questions"]["canAnswer"] is False
    assert read(student, bootcamp) == ["A shop", "", ""]


def test_a_canceled_class_asks_nothing(bought: Bought) -> None:
    student, bootcamp, _ = bought
    Bootcamp.objects.filter(pk=bootcamp.pk).update(canceled_at=database_now())
    answer = put(student, bootcamp, first="A shop")
    assert (answer.status_code, answer.json()["code"]) == (409, "class_canceled")
    assert not ClassAnswer.objects.exists()


@pytest.mark.parametrize(
    ("said", "field", "why"),
    [
        ({"first": "Two\nlines"}, "answers.0.words", "Must be a single line of text"),
        ({"first": "A shop", "third": "perhaps"}, "answers.1.words", "Choose yes or no"),
        (
            {"second": "x" * 501},
            "answers.0.words",
            "String must contain at most 500 character(s)",
        ),
    ],
)
def test_what_is_no_answer_is_refused_whole(
    bought: Bought, said: dict[str, str], field: str, why: str
) -> None:
    student, bootcamp, _ = bought
    answer = put(student, bootcamp, **said)
    assert (answer.status_code, answer.json()["fields"]) == (422, {field: why})
    assert not ClassAnswer.objects.exists()


def test_a_question_of_another_class_or_one_that_is_gone_is_not_answered(bought: Bought) -> None:
    student, bootcamp, _ = bought
    [other] = ask(a_class(), ("Another's?", "line"))
    for question_id in (other.pk, other.pk + 999):
        answer = student.client.put(
            f"/api/user/bootcamps/{bootcamp.pk}/answers",
            {"answers": [{"questionId": question_id, "words": "A shop"}]},
            content_type="application/json",
        )
        assert (answer.status_code, answer.json()["code"]) == (409, "changed_meanwhile")
    assert not ClassAnswer.objects.exists()


def test_nobody_reads_or_writes_anothers_answers(bought: Bought) -> None:
    student, bootcamp, purchase = bought
    assert put(student, bootcamp, first="My secret plan").status_code == 200
    classmate, stranger = a_student(), a_student()
    make_purchase(bootcamp=bootcamp, user=classmate.user)
    # Each has only their own, in the same class too.
    assert read(classmate, bootcamp) == ["", "", ""]
    assert shown(put(classmate, bootcamp, first="Mine")) == ["Mine", "", ""]
    for other in (stranger, Student(student.user, browser())):
        assert other.get(f"user/bootcamps/{bootcamp.pk}/answers").status_code in {401, 404}
        assert put(other, bootcamp, first="Overwritten").status_code in {401, 404}
    looking = an_admin_looking_as(student.user)
    assert put(looking, bootcamp, first="Overwritten").status_code == 403
    real = join_token(enrollment_of(purchase).pk, 0)
    for token in (f"{real[:-1]}x", seat_token(enrollment_of(purchase).pk, 0)):
        assert put_by_link(token, bootcamp, first="Overwritten").status_code == 404
        assert "My secret plan" not in str(look(token))
    assert read(student, bootcamp) == ["My secret plan", "", ""]


def test_a_refunded_seat_answers_nothing(bought: Bought) -> None:
    student, bootcamp, purchase = bought
    Purchase.objects.filter(pk=purchase.pk).update(state=PurchaseState.REFUNDING)
    assert put(student, bootcamp, first="A shop").status_code == 403
    assert not ClassAnswer.objects.exists()


def test_a_move_takes_along_what_is_asked_there_in_the_same_words(bought: Bought) -> None:
    student, bootcamp, purchase = bought
    after = a_class(days=20)
    # In another place, and one of another kind.
    ask(after, ("Do you code?", "yes_no"), ("Your idea?", "line"), (THREE[1][0], "line"))
    assert put(student, bootcamp, first="A shop", second="Much", third="no").status_code == 200
    old = enrollment_of(purchase)
    moved = student.post(f"user/seats/{old.pk}/move", {"bootcampId": after.pk})
    assert moved.status_code == 200, moved.content
    assert read(student, after) == ["no", "A shop", ""]
    # What isn't asked there stays behind.
    assert kept(old) == ["A shop", "Much", "no"]
    assert shown(put(student, after, third="Something")) == ["no", "A shop", "Something"]


def test_a_hand_over_starts_empty_and_the_giver_reads_nothing_of_it(bought: Bought) -> None:
    student, bootcamp, purchase = bought
    assert put(student, bootcamp, first="Mine").status_code == 200
    friend = a_student()
    seat = enrollment_of(purchase)
    Enrollment.objects.filter(pk=seat.pk).update(
        ended_at=database_now(), ended_because="handed over"
    )
    Enrollment.objects.create(
        **{
            name: getattr(seat, name)
            for name in (
                "purchase",
                "bootcamp",
                "name",
                "price",
                "starts_at",
                "ends_at",
                "timezone",
            )
        },
        paid=0,
        holder=friend.user,
        replaces=seat,
        first=seat,
    )
    assert read(friend, bootcamp) == ["", "", ""]
    assert shown(put(friend, bootcamp, first="Theirs")) == ["Theirs", "", ""]
    assert student.get(f"user/bootcamps/{bootcamp.pk}/answers").status_code == 403
    assert put(student, bootcamp, first="Again mine").status_code == 403
    assert put_by_link(join_token(seat.pk, 0), bootcamp, first="x").status_code == 410
    assert read(friend, bootcamp) == ["Theirs", "", ""]


def paid_questions(client: Client, purchase: Purchase, **more: str) -> Any:
    body = {"purchaseId": purchase.pk, **more}
    return client.post("/api/purchase-questions/look", body, content_type="application/json")


def test_the_browser_that_has_just_paid_can_answer_at_once() -> None:
    asking, silent = a_class(name="Asking"), a_class(name="Silent", days=9)
    ask(asking, *THREE)
    buyer = browser()
    buyer.cookies[CHECKOUT_COOKIE] = "the buyer's browser"
    purchase = make_purchase(
        bundle=make_bundle(bootcamps=[asking, silent]),
        user=None,
        checkout_key=digest("the buyer's browser"),
        client_secret_hash=digest("pi_secret"),
    )
    [found] = paid_questions(buyer, purchase).json()
    assert (found["name"], len(found["questions"]["questions"])) == ("Asking", 3)
    assert shown(put_by_link(found["token"], asking, first="A shop")) == ["A shop", "", ""]
    # The payment's secret proves it where the cookie is lost.
    [again] = paid_questions(browser(), purchase, clientSecret="pi_secret").json()
    assert again["questions"]["questions"][0]["answer"] == "A shop"


def test_anothers_browser_gets_neither_questions_nor_a_key() -> None:
    bootcamp = a_class()
    ask(bootcamp, *THREE)
    buyer, key = browser(), digest("the buyer's browser")
    buyer.cookies[CHECKOUT_COOKIE] = "the buyer's browser"
    purchase = make_purchase(bootcamp=bootcamp, user=None, checkout_key=key)
    missing = make_purchase(bootcamp=bootcamp, user=None)
    answers = [
        paid_questions(browser(), purchase),
        paid_questions(browser(), purchase, clientSecret="guessed"),
        paid_questions(buyer, missing),
        paid_questions(a_student().client, purchase),
    ]
    assert {(one.status_code, one.json()["code"]) for one in answers} == {(404, "not_found")}
    # In an account meanwhile, it is the account's: whoever sits at that computer next is nobody.
    Purchase.objects.filter(pk=purchase.pk).update(user=a_student().user)
    assert paid_questions(buyer, purchase).status_code == 404


def test_the_confirmation_leads_to_the_questions_where_there_are_any() -> None:
    asking, silent = a_class(), a_class(name="Silent")
    ask(asking, *THREE)
    complete(purchase=(first := make_purchase(bootcamp=asking, user=None)))
    complete(purchase=(second := make_purchase(bootcamp=silent, user=None)))
    told = {
        purchase.pk: Message.objects.get(
            purchase_id=purchase.pk, category="REGISTRATION_CONFIRM"
        ).content
        for purchase in (first, second)
    }
    words = "Your instructor has a few questions for you before the class."
    assert words in told[first.pk]
    assert words not in told[second.pk]
    assert words in resend_confirmation(purchase_id=first.pk).text
    assert words not in resend_confirmation(purchase_id=second.pk).text


def test_whoever_takes_a_seat_over_is_told_of_the_questions(bought: Bought) -> None:
    student, _, purchase = bought
    handed_over(student, purchase)
    told = Message.objects.get(recipient=FAY["email"], subject__startswith="Confirmed:")
    assert "Your instructor has a few questions for you before the class." in told.content


def test_answers_closed_is_by_the_databases_clock_and_not_a_second_early(bought: Bought) -> None:
    student, bootcamp, _ = bought
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        starts_at=database_now() + timedelta(seconds=1), ends_at=from_now(hours=3)
    )
    assert put(student, bootcamp, first="In time").status_code == 200
