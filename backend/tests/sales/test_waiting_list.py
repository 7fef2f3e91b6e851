"""Joining the waiting list, one's place in it and leaving; told to nobody but its owner."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from frontrow.accounts.models import User
from frontrow.backoffice.retention import forget
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.core.clock import database_now
from frontrow.messaging.consent import note_sms_consent
from frontrow.messaging.models import Message
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.models import SeatOffer, WaitingEntry, WaitingState
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.waiting import joining
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase
from tests.sales.free import proven
from tests.sales.waiting import (
    a_while_ago,
    ask_to_join,
    counts_of,
    emails_to,
    forget_jobs,
    free_one,
    full_class,
    get,
    jobs_to_serve,
    join,
    link_in,
    own_token,
    post,
    serve,
    state_of,
)

pytestmark = pytest.mark.django_db


def test_joining_keeps_a_place_and_emails_it() -> None:
    bootcamp = full_class()
    join("Ada", bootcamp)
    entry = join("Bea", bootcamp)
    assert (entry.kind, entry.state, entry.timezone) == ("dates", "waiting", "America/New_York")
    [email] = emails_to(entry)
    assert "You're number 2 in line" in email.content
    assert link_in(email).endswith(f"/waiting/{own_token(entry)}")
    assert own_token(entry) not in f"{email.content}{email.html}"
    bootcamp.refresh_from_db()
    assert bootcamp.serves_list
    looked = get(f"waiting-list/{own_token(entry)}").json()
    # Opening the emailed link proved the address, which nobody has done for the first.
    assert looked["place"] == 1
    assert looked["email"] == "b…@example.test"
    assert [one["bootcampId"] for one in looked["wishes"]] == [bootcamp.pk]
    assert looked["offer"] is None


def test_the_answer_is_the_same_whoevers_address_it_is() -> None:
    bootcamp = full_class()
    new = ask_to_join("Ada", bootcamp).json()
    again = ask_to_join("Ada", bootcamp).json()
    someone = ask_to_join("Bea", bootcamp).json()
    assert new == again == someone
    assert new["place"] is None
    assert WaitingEntry.objects.count() == 2


def test_whoever_is_signed_in_with_the_address_sees_the_place_at_once() -> None:
    bootcamp = full_class()
    join("Ada", bootcamp)
    student = proven("bea")
    answer = ask_to_join("Bea", bootcamp, client=student.client)
    assert answer.json()["place"] == 1
    assert WaitingEntry.objects.get(email="bea@example.test").user == student.user
    # Somebody else's address is not theirs, signed in or not.
    assert ask_to_join("Cleo", bootcamp, client=student.client).json()["place"] is None


def test_one_email_for_an_address_and_hour() -> None:
    one, other = full_class(), full_class()
    entry = join("Ada", one)
    for _ in range(3):
        join("Ada", one, other)
    assert len(emails_to(entry)) == 1
    assert entry.wishes.count() == 2
    assert WaitingEntry.objects.count() == 1


def test_several_dates_are_one_place_and_the_shortest_line_counts() -> None:
    long, short = full_class(), full_class()
    for name in ("Ada", "Bea", "Cleo"):
        join(name, long)
    entry = join("Dora", long, short)
    assert get(f"waiting-list/{own_token(entry)}").json()["place"] == 1


def test_where_seats_are_left_nobody_waits() -> None:
    bootcamp = make_bootcamp(max_seats=2)
    answer = ask_to_join("Ada", bootcamp)
    assert (answer.status_code, answer.json()["code"]) == (409, "seats_left")
    bundle = make_bundle(bootcamps=[bootcamp, make_bootcamp()])
    assert ask_to_join("Ada", bundle=bundle).status_code == 409
    assert not WaitingEntry.objects.exists()
    bootcamp.refresh_from_db()
    assert not bootcamp.serves_list


@pytest.mark.parametrize(
    "wishes",
    [{}, {"bootcampIds": [1], "interest": "Build"}, {"interest": "Cooking"}, {"bootcampIds": [0]}],
)
def test_what_is_wished_for_must_be_one_thing(wishes: dict[str, Any]) -> None:
    body = {"email": "ada@example.test", "name": "Ada", "timezone": "", **wishes}
    assert post("waiting-list", body).status_code == 422
    assert not WaitingEntry.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [{"status": "archived"}, {"published_at": None}, {"starts_at": from_now(hours=-1)}],
)
def test_what_is_not_on_sale_cannot_be_waited_for(fields: dict[str, Any]) -> None:
    bootcamp = full_class()
    Bootcamp.objects.filter(pk=bootcamp.pk).update(**fields)
    assert ask_to_join("Ada", bootcamp).status_code == 404


def test_while_anybody_waits_no_passer_by_is_shown_or_given_a_seat() -> None:
    bootcamp = full_class(seats=3)
    join("Ada", bootcamp)
    forget_jobs()
    free_one(bootcamp, count=2)
    # Freed, and not yet offered.
    assert counts_of(bootcamp) == {"total": 3, "sold": 1, "held": 0, "offered": 2, "free": 0}
    assert jobs_to_serve() == 2
    asked = post(
        "create-payment-intent",
        {"bootcampIds": [bootcamp.pk], "email": "eve@example.test", "fullName": "Eve Passing"},
    )
    assert (asked.status_code, asked.json()["code"]) == (409, "sold_out")
    serve()
    # One for the only one who waits; nobody waits any more, so the other is for everybody.
    assert counts_of(bootcamp) == {"total": 3, "sold": 1, "held": 0, "offered": 1, "free": 1}
    bootcamp.refresh_from_db()
    assert not bootcamp.serves_list


def test_a_seat_that_comes_free_queues_nothing_where_nobody_waits() -> None:
    bootcamp = full_class()
    forget_jobs()
    free_one(bootcamp)
    assert jobs_to_serve() == 0
    assert counts_of(bootcamp)["free"] == 1


def test_leaving_by_the_link_gives_the_place_up() -> None:
    bootcamp = full_class()
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    assert get(f"waiting-list/{own_token(entry)}").status_code == 200
    assert state_of(entry) == "waiting"
    for _ in range(2):
        assert post(f"waiting-list/{own_token(entry)}/leave").status_code == 200
    assert state_of(entry) == "left"
    assert get(f"waiting-list/{own_token(after)}").json()["place"] == 1
    free_one(bootcamp)
    serve()
    assert (state_of(entry), state_of(after)) == ("left", "offered")


def test_leaving_with_an_offer_passes_the_seat_on() -> None:
    bootcamp = full_class()
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    assert post(f"waiting-list/{own_token(entry)}/leave").status_code == 200
    serve()
    assert (state_of(entry), state_of(after)) == ("left", "offered")
    assert SeatOffer.objects.get(entry=entry).state == "declined"
    # Whoever has left is not written to again.
    assert [one.category for one in emails_to(entry)] == ["WAITING_LIST", "LIST_OFFER"]
    assert violations() == []


def test_another_links_token_opens_nothing() -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    token = own_token(entry)
    signed, _, signature = token.partition(".")
    number, _, address = signed.partition("-")
    for guess in (
        "1",
        f"{int(number) + 1}-{address}.{signature}",
        f"{token}x",
        number,
        f"{number}.",
        "x.y",
    ):
        assert get(f"waiting-list/{guess}").status_code == 404, guess
        assert post(f"waiting-list/{guess}/leave").status_code == 404
        # Of the list, and not of an offer.
        assert get(f"offers/{guess}").status_code == 404
    assert get(f"offers/{token}").status_code == 404
    assert state_of(entry) == "waiting"


def test_the_interest_list_is_told_when_a_class_of_that_kind_is_published() -> None:
    entry = join("Ada", interest="Launch")
    assert (entry.kind, entry.wishes.get().bootcamp_type) == ("interest", "Launch")
    other = join("Bea", interest="Market")
    WaitingEntry.objects.update(created_at=database_now() - timedelta(hours=1))
    serve()
    assert len(emails_to(entry)) == 1
    new = make_bootcamp(bootcamp_type="Launch", name="Launch in May", published_at=a_while_ago())
    for _ in range(2):
        serve()
    assert (state_of(entry), state_of(other)) == ("told", "waiting")
    [_, told] = emails_to(entry)
    assert (told.category, "Launch in May" in told.subject) == ("NEW_DATE", True)
    assert f"bootcamp={new.pk}" in told.content
    assert len(emails_to(other)) == 1


def test_whoever_waits_for_a_full_date_hears_of_a_new_one_once_and_goes_on_waiting() -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    WaitingEntry.objects.update(created_at=database_now() - timedelta(hours=1))
    make_bootcamp(name=bootcamp.name, published_at=a_while_ago())
    for _ in range(2):
        serve()
    assert len(emails_to(entry, "NEW_DATE")) == 1
    assert state_of(entry) == "waiting"


def test_a_class_that_is_archived_closes_its_list_and_says_so() -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    several = join("Bea", bootcamp, full_class())
    Bootcamp.objects.filter(pk=bootcamp.pk).update(status="archived")
    for _ in range(2):
        serve()
    assert (state_of(entry), state_of(several)) == ("closed", "waiting")
    assert "no longer on sale" in emails_to(entry)[-1].content
    assert len(emails_to(entry)) == 2
    bootcamp.refresh_from_db()
    assert not bootcamp.serves_list


def test_one_network_cannot_fill_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "PER_NETWORK", 3)
    bootcamp = full_class()
    for name in ("Ada", "Bea", "Cleo"):
        join(name, bootcamp)
    assert ask_to_join("Dora", bootcamp).status_code == 429
    # Refused alike, or the refusal would tell who is on the list.
    assert ask_to_join("Ada", bootcamp).status_code == 429
    assert WaitingEntry.objects.count() == 3
    # Whoever proves to be who they are is no crowd.
    assert ask_to_join("Eda", bootcamp, client=proven("eda").client).status_code == 200


def test_an_unproven_address_is_offered_a_seat_after_the_proven() -> None:
    bootcamp = full_class()
    made_up = join("Ada", bootcamp)
    reader = join("Bea", bootcamp)
    assert "Open the link below" in emails_to(reader)[0].content
    member = join("Cleo", bootcamp, client=proven("cleo").client)
    assert "Open the link below" not in emails_to(member)[0].content
    # The email's link was opened once; and a second time changes nothing.
    assert get(f"waiting-list/{own_token(reader)}").json()["place"] == 1
    first = WaitingEntry.objects.get(pk=reader.pk).proven_at
    assert get(f"waiting-list/{own_token(member)}").json()["place"] == 2
    get(f"waiting-list/{own_token(reader)}")
    assert WaitingEntry.objects.get(pk=reader.pk).proven_at == first
    free_one(bootcamp)
    serve()
    assert [state_of(one) for one in (made_up, reader, member)] == ["waiting", "offered", "waiting"]
    free_one(bootcamp)
    serve()
    assert [state_of(one) for one in (made_up, member)] == ["waiting", "offered"]
    # And still somebody: with nobody else in line, the seat is theirs.
    bootcamp.max_seats += 1
    Bootcamp.objects.filter(pk=bootcamp.pk).update(max_seats=bootcamp.max_seats)
    Seat.objects.create(bootcamp=bootcamp, number=bootcamp.max_seats)
    serve()
    assert state_of(made_up) == "offered"


def test_control_without_the_proof_made_up_addresses_come_first() -> None:
    bootcamp = full_class()
    made_up, reader = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    assert [state_of(one) for one in (made_up, reader)] == ["offered", "waiting"]


def test_of_unproven_addresses_one_network_has_five_for_each_class() -> None:
    bootcamp, other = full_class(), full_class()
    entries = [join(name, bootcamp) for name in ("Ada", "Bea", "Cleo", "Dora", "Eda")]
    assert ask_to_join("Fay", bootcamp).status_code == 429
    assert ask_to_join("Fay", other, bootcamp).status_code == 429
    assert WaitingEntry.objects.count() == 5
    # Another class, another network and a proven address wait all the same.
    assert ask_to_join("Gia", other).status_code == 200
    elsewhere = Client(headers={"Sec-Fetch-Site": "same-origin"}, REMOTE_ADDR="198.51.100.7")
    assert ask_to_join("Hal", bootcamp, client=elsewhere).status_code == 200
    assert ask_to_join("Ida", bootcamp, client=proven("ida").client).status_code == 200
    # One who opens the link makes room.
    get(f"waiting-list/{own_token(entries[0])}")
    assert ask_to_join("Fay", bootcamp).status_code == 200


def test_a_deleted_account_waits_for_nothing_and_its_offer_goes_on() -> None:
    bootcamp = full_class()
    student = proven("ada")
    entry = join("Ada", bootcamp, client=student.client)
    after = join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    assert state_of(entry) == "offered"
    remove_account(user=student.user)
    entry.refresh_from_db()
    assert (entry.state, entry.user, entry.email) == ("left", None, "removed@removed.invalid")
    serve()
    assert state_of(after) == "offered"
    assert not Message.objects.filter(recipient="ada@example.test", category="LIST_OFFER").exists()


def test_who_waited_is_forgotten_and_who_waits_is_not() -> None:
    bootcamp = full_class()
    gone, removed, waiting = (join(name, bootcamp) for name in ("Ada", "Bea", "Cleo"))
    joining.end_entry(entry_id=gone.pk, state=WaitingState.LEFT)
    joining.end_entry(entry_id=removed.pk, state=WaitingState.REMOVED)
    long_ago = from_now(days=-100)
    WaitingEntry.objects.exclude(ended_at=None).update(ended_at=long_ago)
    forget(what="people off the waiting list")
    forget(what="people whom the desk took off it")
    left = set(WaitingEntry.objects.values_list("pk", flat=True))
    # Whoever was removed stays known, so that they are not picked again.
    assert left == {removed.pk, waiting.pk}


@pytest.mark.parametrize(("wanted", "agreed"), [(True, True), (True, False), (False, True)])
def test_a_text_goes_along_for_whoever_asked_and_agreed(*, wanted: bool, agreed: bool) -> None:
    bootcamp = full_class()
    student = proven("ada")
    User.objects.filter(pk=student.user.pk).update(phone="+15550100199")
    if agreed:
        note_sms_consent(phone="+15550100199", user_id=student.user.pk, source="profile")
    entry = join("Ada", bootcamp, client=student.client, sms=wanted)
    free_one(bootcamp)
    serve()
    assert state_of(entry) == "offered"
    texts = Message.objects.filter(type="SMS", recipient="+15550100199")
    assert texts.count() == int(wanted and agreed)


def test_whoever_bought_another_way_waits_no_longer() -> None:
    bootcamp = full_class()
    guest, account = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp, count=2)
    make_purchase(bootcamp=bootcamp, user=None, guest_email="ADA@example.test")
    make_purchase(bootcamp=bootcamp, user=proven("bea").user)
    serve()
    assert (state_of(guest), state_of(account)) == ("has seat", "has seat")
    assert not SeatOffer.objects.exists()
