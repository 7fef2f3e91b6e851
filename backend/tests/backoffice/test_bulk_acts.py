"""One act on many rows: chosen or matching, each done once, by rights, followed and canceled."""

import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client

from frontrow.accounts.models import AuditEntry, Role, UserStatus
from frontrow.backoffice.bulk import choosing, running
from frontrow.backoffice.models import BulkAct, DeskNote
from frontrow.backoffice.retention import forget
from frontrow.catalogue.models import Bootcamp, PriceStep
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.sales.models import Purchase, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import (
    SuppressionFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_purchase,
    make_user,
)
from tests.jobs import run_jobs
from tests.sales.waiting import forget_jobs
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db


def guest(bootcamp: Bootcamp, name: str, **fields: Any) -> Purchase:
    return make_purchase(
        bootcamp=bootcamp,
        user=None,
        guest_email=f"{name.lower()}@example.test",
        guest_full_name=f"{name} Guest",
        **fields,
    )


def asked(kind: str, subject: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "subject": subject, "idempotencyKey": str(uuid.uuid4())} | more


def start(desk: Desk, kind: str, subject: str, **more: Any) -> dict[str, Any]:
    return dict(desk.done("POST", "bulk-acts", asked(kind, subject, **more)))


def result(desk: Desk, act: dict[str, Any]) -> dict[str, Any]:
    return dict(desk.get(f"bulk-acts/{act['id']}"))


def begin_now() -> None:
    """A message waits ten seconds for an Undo; these have passed."""
    BulkAct.objects.update(begins_at=database_now())


def run(act: dict[str, Any]) -> None:
    running.carry_on.func(act_id=act["id"])


def test_chosen_purchases_get_their_confirmation_again_and_the_others_nothing(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    first, second, other = (guest(bootcamp, name) for name in ("Ada", "Bo", "Cy"))
    pending = guest(bootcamp, "Di", state=PurchaseState.PENDING)
    act = start(
        desk, "resend_confirmation", "purchases", ids=[first.pk, second.pk, pending.pk, first.pk]
    )
    assert (act["state"], act["total"], act["done"]) == ("running", 3, 0)
    run_jobs()
    done = result(desk, act)
    assert (done["state"], done["done"], done["failed"]) == ("done", 2, 1)
    [failure] = done["failures"]
    assert failure["subjectId"] == pending.pk
    assert failure["name"].endswith("Di Guest")
    assert failure["reason"] == "Only a completed purchase has a confirmation to send."
    told = set(Message.objects.values_list("purchase_id", flat=True))
    assert told == {first.pk, second.pk}
    assert other.pk not in told
    by_desk = AuditEntry.objects.filter(actor_id=desk.admin.pk, action="resent confirmation")
    assert {entry.subject_id for entry in by_desk} == {str(first.pk), str(second.pk)}


def test_all_that_match_are_those_of_the_moment_it_was_asked(desk: Desk) -> None:
    bootcamp, another = make_bootcamp(), make_bootcamp()
    mine = [guest(bootcamp, f"Ann{number}") for number in range(3)]
    guest(another, "Ann")
    matching = {"search": "ann", "bootcampId": bootcamp.pk}
    choice = {"subject": "purchases", "purchases": matching}
    counted = desk.done("POST", "bulk-acts/count", choice)
    assert counted == {"total": 3, "most": choosing.MOST}
    act = start(desk, "note", "purchases", text="Called them.", purchases=matching)
    guest(bootcamp, "Annlater")
    run_jobs()
    assert result(desk, act)["done"] == 3
    noted = list(DeskNote.objects.order_by("purchase_id").values_list("purchase_id", "text"))
    assert noted == [(one.pk, "Called them.") for one in mine]


def test_a_row_that_was_done_is_never_done_again_wherever_the_job_begins(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    purchases = [guest(bootcamp, f"Ann{number}") for number in range(3)]
    act = start(desk, "note", "purchases", ids=[one.pk for one in purchases], text="Once.")
    assert running._do_next(act["id"])
    for _ in range(3):
        run(act)
    assert DeskNote.objects.count() == 3
    assert result(desk, act)["done"] == 3


class Killed(BaseException):
    """As a process that is gone: nobody catches it."""


@pytest.mark.parametrize("label", ["bulk.before_place", "bulk.before_commit"])
@pytest.mark.parametrize("in_one_commit", [True, False])
def test_killed_in_the_middle_it_goes_on_with_the_row_that_was_not_committed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, label: str, *, in_one_commit: bool
) -> None:
    """And without the one transaction, the row that was under way is done twice."""
    ids = [guest(make_bootcamp(), f"Ann{number}").pk for number in range(4)]
    act = start(desk, "note", "purchases", ids=ids, text="Once.")
    passed: list[str] = []

    def die_at_the_second(place: str) -> None:
        passed.append(place)
        if passed.count(label) == 2:
            raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(running, "crash_point", die_at_the_second)
        if not in_one_commit:
            dying.setattr(running, "_do_next", running._do_next.__wrapped__)  # type: ignore[attr-defined]
        with pytest.raises(Killed):
            run(act)
    assert DeskNote.objects.count() == (1 if in_one_commit else 2)
    run(act)
    is_twice = not in_one_commit and label == "bulk.before_place"
    assert DeskNote.objects.count() == (5 if is_twice else 4)
    assert (result(desk, act)["state"], result(desk, act)["done"]) == ("done", 4)


def test_more_rows_than_one_job_does_are_carried_on_by_the_next(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "ROWS_AT_ONCE", 2)
    bootcamp = make_bootcamp()
    ids = [guest(bootcamp, f"Ann{number}").pk for number in range(5)]
    act = start(desk, "note", "purchases", ids=ids, text="Once.")
    assert run_jobs() == 3
    assert (result(desk, act)["state"], DeskNote.objects.count()) == ("done", 5)


def test_a_message_waits_ten_seconds_and_reaches_each_person_once(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    ada = make_user(first_name="Ada", email="ada@example.test")
    twice = [make_purchase(bootcamp=bootcamp, user=ada), make_purchase(user=ada)]
    gale = guest(bootcamp, "Gale")
    stopped = guest(bootcamp, "Stop")
    SuppressionFactory.create(address="stop@example.test", channel="EMAIL", reason="bounced")
    ids = [*(one.pk for one in twice), gale.pk, stopped.pk]
    words = {"title": "For {firstName}", "text": "Hello {firstName}"}
    act = start(desk, "message", "purchases", ids=ids, **words)
    assert act["state"] == "waiting"
    assert run_jobs() == 0
    begin_now()
    run(act)
    run_jobs()
    assert sorted((one.to[0], one.subject) for one in mail.outbox) == [
        ("ada@example.test", "For Ada"),
        ("gale@example.test", "For Gale"),
    ]
    # Not owed to its reader: it carries the way off the list.
    assert all("List-Unsubscribe" in one.extra_headers for one in mail.outbox)
    done = result(desk, act)
    assert (done["done"], done["failed"]) == (2, 2)
    assert {one["subjectId"] for one in done["failures"]} == {twice[1].pk, stopped.pk}


def test_undo_within_the_ten_seconds_sends_nothing_ever(desk: Desk) -> None:
    ids = [guest(make_bootcamp(), "Gale").pk]
    act = start(desk, "message", "purchases", ids=ids, title="Hi", text="Hello")
    canceled = desk.done("POST", f"bulk-acts/{act['id']}/cancel")
    assert (canceled["state"], canceled["stoppedBecause"]) == ("stopped", "Canceled.")
    begin_now()
    run(act)
    assert not Message.objects.exists()
    assert desk.call("POST", f"bulk-acts/{act['id']}/cancel")[0] == 409


def test_canceled_in_the_middle_it_keeps_what_was_done_and_does_no_more(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    ids = [guest(bootcamp, f"Ann{number}").pk for number in range(3)]
    act = start(desk, "note", "purchases", ids=ids, text="Once.")
    running._do_next(act["id"])
    desk.done("POST", f"bulk-acts/{act['id']}/cancel")
    run(act)
    assert DeskNote.objects.count() == 1
    shown = result(desk, act)
    assert (shown["state"], shown["done"], shown["total"]) == ("stopped", 1, 3)
    actions = [action for action, *_ in desk.audited()]
    assert actions == ["started bulk action", "added note", "canceled bulk action"]


def test_the_same_form_sent_twice_is_one_act(desk: Desk) -> None:
    body = asked("note", "purchases", ids=[guest(make_bootcamp(), "Gale").pk], text="Once.")
    first, second = (desk.done("POST", "bulk-acts", body) for _ in range(2))
    assert first["id"] == second["id"]
    run_jobs()
    assert DeskNote.objects.count() == 1


@pytest.mark.parametrize("other", [{"text": "Corrected."}, {"title": "Other"}, {"ids": "more"}])
def test_other_words_under_a_known_key_are_refused_and_name_the_act(
    desk: Desk, other: dict[str, Any]
) -> None:
    bootcamp = make_bootcamp()
    ids = [guest(bootcamp, name).pk for name in ("Gale", "Hal")]
    body = asked("note", "purchases", ids=ids[:1], text="Frist.")
    act = desk.done("POST", "bulk-acts", body)
    changed = {**body, **other, **({"ids": ids} if "ids" in other else {})}
    status, refusal = desk.call("POST", "bulk-acts", changed)
    assert (status, refusal["code"]) == (409, "idempotency_key_reused")
    assert refusal["fields"] == {"act": str(act["id"])}
    run_jobs()
    assert [note.text for note in DeskNote.objects.all()] == ["Frist."]
    assert desk.done("POST", "bulk-acts", body)["id"] == act["id"]


def test_people_of_both_kinds_are_noted_and_written_to(desk: Desk) -> None:
    ada = make_user(first_name="Ada", last_name="Only", email="ada@example.test")
    make_user(first_name="Bo", status=UserStatus.INACTIVE)
    gale = guest(make_bootcamp(), "Gale")
    start(desk, "note", "members", people={"search": "ada only"}, text="A member.")
    start(desk, "note", "guests", people={"search": "gale"}, text="A guest.")
    run_jobs()
    about = list(DeskNote.objects.order_by("pk").values_list("user_id", "purchase_id"))
    assert about == [(ada.pk, None), (None, gale.pk)]


def test_bootcamps_are_archived_together(desk: Desk) -> None:
    old = [make_bootcamp(name="Spring class") for _ in range(2)]
    kept = make_bootcamp(name="Fall class")
    act = start(desk, "archive", "bootcamps", bootcamps={"search": "spring", "status": "active"})
    run_jobs()
    assert result(desk, act)["done"] == 2
    archived = set(Bootcamp.objects.filter(status="archived").values_list("pk", flat=True))
    assert archived == {one.pk for one in old}
    assert kept.pk not in archived


def test_drafts_are_published_together_and_a_past_one_stays_a_draft(desk: Desk) -> None:
    drafts = [make_bootcamp(published_at=None) for _ in range(2)]
    past = make_bootcamp(published_at=None, starts_at=from_now(days=-2), ends_at=from_now(days=-1))
    act = start(desk, "publish", "bootcamps", ids=[one.pk for one in [*drafts, past]])
    run_jobs()
    done = result(desk, act)
    assert (done["done"], done["failed"]) == (2, 1)
    assert done["failures"][0]["subjectId"] == past.pk
    on_sale = Bootcamp.objects.filter(published_at__isnull=False).values_list("pk", flat=True)
    assert set(on_sale) == {one.pk for one in drafts}


def test_several_dates_get_one_early_price_and_the_cheaper_one_says_why_not(desk: Desk) -> None:
    dates = [make_bootcamp(price=480) for _ in range(3)]
    cheap = make_bootcamp(price=300)
    ids = [one.pk for one in [*dates, cheap]]
    until = from_now(days=5).isoformat()
    price = {"price": "380.00", "until": until, "firstSeats": 6}
    act = start(desk, "early_price", "bootcamps", ids=ids, earlyPrice=price)
    run_jobs()
    done = result(desk, act)
    assert (done["done"], done["failed"]) == (3, 1)
    assert done["failures"][0]["subjectId"] == cheap.pk
    assert done["failures"][0]["reason"] == "Choose a price below the regular $300.00"
    kept = PriceStep.objects.order_by("bootcamp_id").values_list(
        "bootcamp_id", "price", "first_seats"
    )
    assert list(kept) == [(one.pk, Decimal(380), 6) for one in dates]
    noted = AuditEntry.objects.filter(action="added early price", actor_id=desk.admin.pk)
    assert {entry.subject_id for entry in noted} == {str(one.pk) for one in dates}


def test_a_second_click_is_the_same_price_and_other_terms_are_refused(desk: Desk) -> None:
    bootcamp = make_bootcamp(price=480)
    price = {"price": "380.00", "firstSeats": 6}
    body = asked("early_price", "bootcamps", ids=[bootcamp.pk], earlyPrice=price)
    first = desk.done("POST", "bulk-acts", body)
    assert desk.done("POST", "bulk-acts", body)["id"] == first["id"]
    dearer = {**body, "earlyPrice": {**price, "price": "390.00"}}
    assert desk.call("POST", "bulk-acts", dearer)[0] == 409
    run_jobs()
    assert [step.price for step in PriceStep.objects.all()] == [Decimal(380)]


def test_a_class_moves_to_another_date_as_far_as_there_are_seats(desk: Desk) -> None:
    fields = {"bootcamp_type": "Launch", "price": 100}
    before = make_bootcamp(starts_at=from_now(days=20), ends_at=from_now(days=21), **fields)
    after = make_bootcamp(
        starts_at=from_now(days=30), ends_at=from_now(days=31), max_seats=2, **fields
    )
    students = [guest(before, f"Ann{number}") for number in range(3)]
    act = start(
        desk,
        "move",
        "purchases",
        purchases={"bootcampId": before.pk},
        fromBootcampId=before.pk,
        toBootcampId=after.pk,
        text="The coach is ill",
    )
    run(act)
    done = result(desk, act)
    assert (done["done"], done["failed"]) == (2, 1)
    assert done["failures"][0]["subjectId"] == students[2].pk
    assert [enrollment_of(one, after).bootcamp_id for one in students[:2]] == [after.pk] * 2
    assert enrollment_of(students[2], before).bootcamp_id == before.pk


def caller(role: Role) -> Client:
    client = Client(headers={"Sec-Fetch-Site": "same-origin"})
    sign_in_recently(client, make_user(role=role))
    return client


RIGHTS = {
    "resend_confirmation": {Role.SUPPORT, Role.ADMIN},
    "message": {Role.SUPPORT, Role.ADMIN},
    "note": {Role.SUPPORT, Role.FINANCE, Role.ADMIN},
    "move": {Role.SUPPORT, Role.ADMIN},
    "archive": {Role.ADMIN},
    "publish": {Role.ADMIN},
    "early_price": {Role.ADMIN},
}
OF_CLASSES = {"archive", "publish", "early_price"}


@pytest.mark.parametrize("kind", RIGHTS)
@pytest.mark.parametrize("role", [Role.SUPPORT, Role.FINANCE, Role.COACH, Role.ADMIN])
def test_an_act_on_many_takes_the_right_of_the_act_on_one(kind: str, role: Role) -> None:
    subject = "bootcamps" if kind in OF_CLASSES else "purchases"
    body = asked(
        kind, subject, ids=[1], title="Hi", text="Some words", fromBootcampId=1, toBootcampId=2
    )
    body["earlyPrice"] = {"price": "10.00", "firstSeats": 1}
    answer = caller(role).post("/api/admin/bulk-acts", body, content_type="application/json")
    assert answer.status_code == (200 if role in RIGHTS[kind] else 403)


def test_whoever_loses_the_right_in_between_stops_it(desk: Desk) -> None:
    make_user(role=Role.ADMIN)
    ids = [guest(make_bootcamp(), f"Ann{number}").pk for number in range(2)]
    act = start(desk, "resend_confirmation", "purchases", ids=ids)
    running._do_next(act["id"])
    desk.admin.role = Role.FINANCE
    desk.admin.save()
    run(act)
    assert BulkAct.objects.get().stopped_because == running.NOT_ALLOWED
    assert Message.objects.values("purchase_id").distinct().count() == 1


def test_a_deactivated_person_does_nothing_more(desk: Desk) -> None:
    act = start(desk, "note", "purchases", ids=[guest(make_bootcamp(), "Ann").pk], text="No.")
    desk.admin.status = UserStatus.INACTIVE
    desk.admin.save()
    run(act)
    assert not DeskNote.objects.exists()


def test_another_persons_act_is_not_there_but_for_an_owner(desk: Desk) -> None:
    support = caller(Role.SUPPORT)
    body = asked("note", "purchases", ids=[1], text="Mine.")
    theirs = support.post("/api/admin/bulk-acts", body, content_type="application/json").json()
    mine = start(desk, "note", "purchases", ids=[1], text="Ours.")
    assert support.get(f"/api/admin/bulk-acts/{mine['id']}").status_code == 404
    cancel = f"/api/admin/bulk-acts/{mine['id']}/cancel"
    assert support.post(cancel, content_type="application/json").status_code == 404
    assert result(desk, theirs)["id"] == theirs["id"]


def test_what_cannot_be_is_refused_before_anything_is_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest(make_bootcamp(), "Ann")
    guest(make_bootcamp(), "Anna")
    monkeypatch.setattr(choosing, "MOST", 1)
    over = {"price": "1.00", "until": from_now(days=-1).isoformat()}
    refused: list[tuple[int, dict[str, Any]]] = [
        (422, asked("note", "purchases", text="Neither ids nor a filter.")),
        (422, asked("note", "purchases", text="Both.", ids=[1], purchases={})),
        (422, asked("note", "purchases", text="Another list's.", people={})),
        (422, asked("note", "guests", text="No role.", people={"role": "ADMIN"})),
        (422, asked("note", "purchases", ids=[1])),
        (422, asked("note", "purchases", ids=[1], text="x" * 2001)),
        (422, asked("message", "purchases", ids=[1], title="Hi")),
        (422, asked("message", "purchases", ids=[1], title="Hi", text="Hi {fristName}")),
        (422, asked("move", "purchases", ids=[1], text="A reason")),
        (422, asked("archive", "purchases", ids=[1])),
        (422, asked("publish", "purchases", ids=[1])),
        (422, asked("early_price", "bootcamps", ids=[1])),
        (422, asked("early_price", "bootcamps", ids=[1], earlyPrice={"price": "1.00"})),
        (422, asked("early_price", "bootcamps", ids=[1], earlyPrice=over)),
        (409, asked("note", "purchases", text="None.", purchases={"search": "nobody at all"})),
        (409, asked("note", "purchases", text="Too many.", purchases={"search": "ann"})),
    ]
    for status, body in refused:
        assert desk.call("POST", "bulk-acts", body)[0] == status, body
    assert not BulkAct.objects.exists()


def test_acts_of_a_month_ago_are_forgotten_with_their_words(desk: Desk) -> None:
    old = start(desk, "note", "purchases", ids=[404], text="Old.")
    run_jobs()
    BulkAct.objects.update(created_at=from_now(days=-31))
    kept = start(desk, "note", "purchases", ids=[404], text="New.")
    forget(what="bulk acts")
    assert [act.pk for act in BulkAct.objects.all()] == [kept["id"]]
    assert desk.call("GET", f"bulk-acts/{old['id']}")[0] == 404


def test_a_row_that_fails_unexpectedly_is_noted_and_the_next_one_follows(desk: Desk) -> None:
    ids = [guest(make_bootcamp(), f"Ann{number}").pk for number in range(3)]
    act = start(desk, "note", "purchases", ids=ids, text="Called them.")
    refuse_notes_about(ids[1])
    run_jobs()
    done = result(desk, act)
    assert (done["state"], done["done"], done["failed"]) == ("done", 2, 1)
    [failure] = done["failures"]
    assert (failure["subjectId"], failure["reason"]) == (ids[1], running.UNEXPECTED)
    assert list(DeskNote.objects.order_by("pk").values_list("purchase_id", flat=True)) == [
        ids[0],
        ids[2],
    ]


def refuse_notes_about(purchase_id: int) -> None:
    """As a fault of the database that no rule of ours knows."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"ALTER TABLE desk_notes ADD CONSTRAINT none_about CHECK (purchase_id <> {purchase_id})"
        )


def test_an_act_whose_job_was_given_up_is_carried_on_and_one_that_is_over_is_not(
    desk: Desk,
) -> None:
    ids = [guest(make_bootcamp(), f"Ann{number}").pk for number in range(2)]
    act = start(desk, "note", "purchases", ids=ids, text="Called them.")
    forget_jobs()
    running.resume_bulk_acts.func(timestamp=0)
    assert run_jobs() == 0
    BulkAct.objects.update(begins_at=from_now(minutes=-6))
    running.resume_bulk_acts.func(timestamp=0)
    running.resume_bulk_acts.func(timestamp=0)
    assert run_jobs() == 1
    assert result(desk, act)["done"] == 2
    running.resume_bulk_acts.func(timestamp=0)
    assert run_jobs() == 0
