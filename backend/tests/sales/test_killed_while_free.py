"""A process killed while a free seat is ordered, confirmed or written about: no seat is lost.

Nothing is doubled either. Each ends with the sweep, when every link has run out: a seat is either
kept by whoever confirmed it or free again.
"""

import os
import signal
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest
from django.core import mail
from django.db import connection
from django.db.models import F
from pytest_django import Settings

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import FREE
from frontrow.core.clock import now
from frontrow.messaging.delivery import HAND_OVER_ABANDONED_AFTER, deliver_what_is_due
from frontrow.messaging.models import Message
from frontrow.sales.free_seats import confirming, ordering
from frontrow.sales.free_seats.ordering import EMAILS
from frontrow.sales.models import AccountInvitation, CodeUse, Enrollment, Purchase
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from tests.factories import make_bootcamp, make_code
from tests.jobs import run_jobs
from tests.killing import killed_at
from tests.sales.free import Guest, held, let_pass, links_to
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = size("KILL_ROUNDS")
ORDERING = ("free_order.after_row", "free_order.before_email", "free_order.before_commit")
CONFIRMING = ("free_confirm.after_seats", "free_confirm.after_code", "free_confirm.before_commit")
SEATS = 10
ADA = "ada@example.test"
WELCOMED = {"FREE_SEAT": 1, "REGISTRATION_CONFIRM": 1, "WELCOME": 1}


@pytest.fixture
def bootcamp() -> Bootcamp:
    """Free by a code with a single use, so that a use can be lost or doubled, too."""
    make_code("ALLOFIT", value=Decimal(100), max_uses=1)
    return make_bootcamp(name="Open Evening", max_seats=SEATS)


def written() -> Counter[str]:
    return Counter(Message.objects.values_list("category", flat=True))


def books() -> tuple[object, ...]:
    """Everything that ordering and confirming write."""
    return (
        sorted(Purchase.objects.values_list("pk", "state", "guest_email")),
        sorted(Enrollment.objects.values_list("pk", "purchase_id", "ended_because")),
        sorted(Seat.objects.exclude(enrollment_id=None).values_list("number", "held_until")),
        CodeUse.objects.count(),
        AccountInvitation.objects.count(),
        written(),
    )


def go_by_and_sweep() -> None:
    """Half an hour later every link is dead, and the minute's run has been there."""
    let_pass(31)
    sweep_unfinished(timestamp=0)
    run_jobs()


def expect_one_kept(bootcamp: Bootcamp) -> None:
    go_by_and_sweep()
    states = Counter(Purchase.objects.values_list("state", flat=True))
    assert states["completed"] == 1
    assert set(states) <= {"completed", "failed"}
    seats = Seat.objects.filter(bootcamp=bootcamp)
    assert seats.filter(enrollment_id__isnull=False, held_until=None).count() == 1
    assert seats.filter(FREE).count() == SEATS - 1
    assert CodeUse.objects.filter(returned_at=None).count() == 1
    assert AccountInvitation.objects.count() == 1
    assert violations() == []


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def without_an_answer(act: Callable[[], object]) -> Callable[[], None]:
    """It is done, and the process dies before it can say so."""

    def run() -> None:
        act()
        die()

    return run


@pytest.mark.parametrize("label", ORDERING * ROUNDS)
def test_killed_while_ordering_nothing_was_ordered_and_it_can_be_again(
    label: str, bootcamp: Bootcamp, settings: Settings
) -> None:
    guest, before_it = Guest(), books()
    assert killed_at(label, lambda: guest.ask(bootcamp, code="ALLOFIT"), settings)
    assert books() == before_it
    guest.order(bootcamp, code="ALLOFIT")
    # The limit on emails is not kept by the database: that one counts, though it was never written.
    assert (held(bootcamp), dict(written())) == (1, {})
    EMAILS.forget(f"{ADA} {[bootcamp.pk]}")
    guest.order(bootcamp, code="ALLOFIT")
    assert (Purchase.objects.count(), held(bootcamp)) == (1, 1)
    assert dict(written()) == {"FREE_SEAT": 1}
    assert Guest().confirm(links_to(ADA)[0]).status_code == 200
    assert dict(written()) == WELCOMED
    expect_one_kept(bootcamp)


@pytest.mark.parametrize("label", CONFIRMING * ROUNDS)
def test_killed_while_confirming_the_link_is_as_good_as_before(
    label: str, bootcamp: Bootcamp, settings: Settings
) -> None:
    Guest().order(bootcamp, code="ALLOFIT")
    [token] = links_to(ADA)
    before_it = books()
    assert killed_at(label, lambda: Guest().confirm(token), settings)
    assert books() == before_it
    assert held(bootcamp) == 1
    for _ in range(2):
        answer = Guest().confirm(token)
        assert (answer.status_code, answer.json()["status"]) == (200, "completed")
    assert dict(written()) == WELCOMED
    expect_one_kept(bootcamp)


@pytest.mark.parametrize("wanted", ["free_order.before_email", "free_confirm.after_seats"])
def test_control_what_was_half_done_would_be_noticed(
    wanted: str, bootcamp: Bootcamp, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_and_die(label: str) -> None:
        if label == wanted:
            connection.connection.commit()
            die()

    guest, act = Guest(), partial(Guest().ask, bootcamp, code="ALLOFIT")
    if wanted.startswith("free_confirm"):
        guest.order(bootcamp, code="ALLOFIT")
        act = partial(guest.confirm, links_to(ADA)[0])
    before_it = books()
    for room in (ordering, confirming):
        monkeypatch.setattr(room, "crash_point", write_and_die)
    assert killed_at("", act, settings)
    assert books() != before_it


@pytest.mark.parametrize("label", CONFIRMING)
def test_killed_while_confirming_and_never_back_the_seat_is_free_again(
    label: str, bootcamp: Bootcamp, settings: Settings
) -> None:
    Guest().order(bootcamp, code="ALLOFIT")
    [token] = links_to(ADA)
    assert killed_at(label, lambda: Guest().confirm(token), settings)
    go_by_and_sweep()
    assert Purchase.objects.get().state == "failed"
    assert Seat.objects.filter(FREE, bootcamp=bootcamp).count() == SEATS
    assert not CodeUse.objects.exists()
    # Somebody else can have the seat, and the code's only use.
    eve = Guest(email="eve@example.test")
    eve.order(bootcamp, code="ALLOFIT")
    assert eve.confirm(links_to(eve.email)[0]).status_code == 200
    expect_one_kept(bootcamp)


@pytest.mark.parametrize("_", range(ROUNDS))
def test_whoever_gets_no_answer_asks_again_and_has_one_order_one_seat_and_one_of_each_email(
    _: int, bootcamp: Bootcamp, settings: Settings
) -> None:
    guest = Guest()
    ask = partial(guest.ask, bootcamp, code="ALLOFIT")
    guest.client.get("/api/checkout")
    assert killed_at("", without_an_answer(ask), settings)
    guest.order(bootcamp, code="ALLOFIT")
    assert (Purchase.objects.count(), held(bootcamp)) == (1, 1)
    assert dict(written()) == {"FREE_SEAT": 1}
    [token] = links_to(ADA)
    assert killed_at("", without_an_answer(partial(Guest().confirm, token)), settings)
    assert Guest().confirm(token).json()["status"] == "completed"
    assert dict(written()) == WELCOMED
    expect_one_kept(bootcamp)


@pytest.mark.parametrize("_", range(ROUNDS))
def test_killed_before_the_email_is_sent_it_is_sent_once_and_confirms(
    _: int, bootcamp: Bootcamp, settings: Settings
) -> None:
    Guest().order(bootcamp, code="ALLOFIT")
    [token] = links_to(ADA)
    assert killed_at("message claimed", run_jobs, settings)
    # The job died with its worker; the clock finds what was left, but not before it is abandoned.
    deliver_what_is_due(timestamp=0)
    run_jobs()
    assert mail.outbox == []
    Message.objects.update(sending_since=F("sending_since") - HAND_OVER_ABANDONED_AFTER)
    for _again in range(2):
        deliver_what_is_due(timestamp=0)
        run_jobs()
    [sent] = mail.outbox
    assert sent.to == [ADA]
    assert token in str(sent.body)
    assert Guest().confirm(token).status_code == 200
    assert killed_at("message claimed", run_jobs, settings)
    Message.objects.filter(sending_since__isnull=False).update(
        sending_since=now() - 2 * HAND_OVER_ABANDONED_AFTER
    )
    for _again in range(2):
        deliver_what_is_due(timestamp=0)
        run_jobs()
    assert len(mail.outbox) == sum(WELCOMED.values())
    assert set(Message.objects.values_list("status", flat=True)) == {"SENT"}
    expect_one_kept(bootcamp)
