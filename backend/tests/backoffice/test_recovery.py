"""After a restore: what was paid since comes back, once, and nobody is told twice."""

from collections import Counter
from datetime import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from frontrow.accounts.models import Session, User
from frontrow.backoffice.reconciliation.recovery import recover
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.messaging.models import Message
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.changes.correcting import correct_customer
from frontrow.sales.ledger.payment_notes import LONGEST_VALUE, order_notes
from frontrow.sales.models import AccountInvitation, Movement, Purchase, ReconciliationBreak, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import request_refund
from tests.catalogue.desk import Desk
from tests.factories import (
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_message,
    make_user,
    seats_of,
)
from tests.fakes.storage import StorageServer
from tests.fakes.stripe import StripeServer
from tests.faults.provider_books import money
from tests.jobs import run_jobs
from tests.portal.student import browser
from tests.sales.buying import Shopper
from tests.sales.losing import lose
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db(transaction=True)

CENTS = 99_500


def facts(purchase: Purchase) -> dict[str, Any]:
    """What a purchase is, without when it was written and what only the browser knew."""
    row = Purchase.objects.filter(pk=purchase.pk).values().get()
    left_out = {
        *("created_at", "updated_at", "state_since", "begun_at", "completed_at"),
        *("checkout_key", "network_key", "held_until", "terms_version", "terms_accepted_at"),
    }
    items = Purchase.objects.get(pk=purchase.pk).enrollments.order_by("bootcamp_id")
    fields = ("bootcamp_id", "name", "price", "paid", "starts_at", "ends_at", "timezone")
    return {
        **{name: value for name, value in row.items() if name not in left_out},
        "items": list(items.values(*fields)),
        "seats": seats_of(purchase).filter(held_until=None).count(),
    }


def on_record() -> Counter[tuple[str, str]]:
    return Counter(Message.objects.values_list("category", "status"))


@pytest.fixture
def since() -> datetime:
    return from_now(minutes=-1)


def test_what_was_bought_is_as_it_was_under_its_own_number_and_told_once(
    stripe_server: StripeServer, since: datetime
) -> None:
    make_bootcamp(max_seats=3)
    first, second = make_bootcamp(max_seats=3), make_bootcamp(max_seats=3, includes_coaching=True)
    bundle = make_bundle(bootcamps=[first, second])
    ada = make_user(email="ada@account.test", created_at=from_now(days=-3))
    User.objects.filter(pk=ada.pk).update(created_at=from_now(days=-3))
    mine = Shopper(stripe_server)
    mine.client.force_login(ada)
    bought = [
        Shopper(stripe_server, full_name="Grace Hopper", email="grace@example.test").buy(
            bundle=bundle.pk
        ),
        mine.buy(bootcamp=first.pk),
    ]
    before = [facts(purchase) for purchase in bought]
    lose(*bought)
    # Without the rebuild: money there, nothing here.
    assert (Purchase.objects.count(), money(stripe_server)[1]) == (
        0,
        sum(int(each["total_amount"] * 100) for each in before),
    )

    told = StringIO()
    call_command("rebuild_from_provider", since=since, stdout=told)
    assert "     2 payments rebuilt\n" in told.getvalue()
    assert [facts(purchase) for purchase in bought] == before
    assert violations() == []
    assert ReconciliationBreak.objects.count() == 0
    # The confirmations went out before; the guest's link died and is sent anew.
    assert on_record() == {
        ("REGISTRATION_CONFIRM", "SENT"): 2,
        ("WELCOME", "SENT"): 2,
        ("INVITATION", "PENDING"): 1,
    }
    assert AccountInvitation.objects.get(status="sent").purchase_ids == [bought[0].pk]
    assert Purchase.objects.get(pk=bought[1].pk).user == ada
    assert Session.objects.count() == 0

    # Again, and nothing more happens; the next purchase gets a number of its own.
    assert recover(since=since).payments == {"unchanged": 2}
    assert sum(on_record().values()) == 5
    other = Shopper(stripe_server, email="new@example.test").buy(bootcamp=second.pk)
    assert other.pk == max(purchase.pk for purchase in bought) + 1


def test_a_corrected_address_is_the_one_that_comes_back(
    stripe_server: StripeServer, since: datetime
) -> None:
    shopper = Shopper(stripe_server, email="wrogn@example.test")
    purchase = shopper.buy(bootcamp=make_bootcamp().pk)
    correct_customer(purchase_id=purchase.pk, email="right@example.test", full_name="Ada King")
    run_jobs()
    lose(purchase)
    assert recover(since=since).payments == {"rebuilt": 1}
    again = Purchase.objects.get(pk=purchase.pk)
    assert (again.guest_email, again.guest_full_name) == ("right@example.test", "Ada King")
    assert AccountInvitation.objects.get(status="sent").email == "right@example.test"


def test_what_was_on_its_way_at_the_loss_goes_on_from_there(
    stripe_server: StripeServer, since: datetime
) -> None:
    bootcamp = make_bootcamp(max_seats=4)
    typing, agreed, refunded, known = (
        Shopper(stripe_server, email=f"{name}@example.test")
        for name in ("typing", "agreed", "refunded", "known")
    )
    typed = typing.session(bootcamp=bootcamp.pk)
    paid = agreed.pay(bootcamp=bootcamp.pk)
    back = refunded.buy(bootcamp=bootcamp.pk)
    request_refund(purchase_id=back.pk, reason="first session")
    run_jobs()
    kept = known.buy(bootcamp=bootcamp.pk)
    request_refund(purchase_id=kept.pk, reason="first session")
    run_jobs()
    # The backup has this one as it was before the refund.
    Refund.objects.filter(purchase=kept).delete()
    Movement.objects.filter(purchase=kept, kind="refund").delete()
    Message.objects.filter(purchase_id=kept.pk, category="REFUND").delete()
    Purchase.objects.filter(pk=kept.pk).update(state="completed", refunded_amount=0)
    Seat.objects.filter(pk=Seat.objects.filter(enrollment_id=None)[0].pk).update(
        enrollment_id=enrollment_of(kept).pk
    )
    lose(back, *Purchase.objects.filter(stripe_payment_intent_id__in=[typed, paid]))

    done = recover(since=since)
    assert done.payments == {"rebuilt": 2, "rebuilt and refunded": 1, "settled and refunded": 1}
    states = dict(Purchase.objects.values_list("guest_email", "state"))
    assert states == {
        "typing@example.test": "pending",
        "agreed@example.test": "completed",
        "refunded@example.test": "refunded",
        "known@example.test": "refunded",
    }
    assert money(stripe_server) == (0, 3 * CENTS, 2 * CENTS)
    assert violations() == []
    backs = Movement.objects.filter(kind="refund").values_list("status", flat=True)
    assert Counter(backs) == {"succeeded": 2}
    # The refunds were told of; the one whose card had just agreed hears of it now.
    waiting = Message.objects.filter(status="PENDING").values_list("category", "recipient")
    assert set(waiting) == {
        ("REGISTRATION_CONFIRM", "agreed@example.test"),
        ("WELCOME", "agreed@example.test"),
    }
    assert Message.objects.filter(category="REFUND", status="SENT").count() == 2
    # Whoever was still typing pays now, by the secret their page holds.
    secret = stripe_server.intent(typed)["client_secret"]
    assert typing.hold(typed, clientSecret=secret).status_code == 200
    typing.confirm(typed)
    assert typing.complete(typed, clientSecret=secret).json()["status"] == "completed"


def test_no_seat_or_no_goods_any_more_is_an_admins_to_decide_and_the_repair_refunds(
    stripe_server: StripeServer, since: datetime
) -> None:
    bootcamp, gone = make_bootcamp(max_seats=1), make_bootcamp(max_seats=1)
    lost = Shopper(stripe_server, email="lost@example.test").buy(bootcamp=bootcamp.pk)
    homeless = Shopper(stripe_server, email="homeless@example.test").buy(bootcamp=gone.pk)
    lose(lost, homeless)
    # The site was opened too early, and the bootcamp of the other was made after the backup.
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('purchases_id_seq', 1000)")
    Shopper(stripe_server, email="quick@example.test").buy(bootcamp=bootcamp.pk)
    Bootcamp.objects.filter(pk=gone.pk).delete()

    done = recover(since=since)
    assert done.payments == {"rebuilt": 1, "left for an admin": 1, "unchanged": 1}
    assert done.violations == [("completed without all its seats", str(lost.pk))]
    assert not seats_of(lost).exists()
    assert money(stripe_server) == (0, 3 * CENTS, 0)

    desk = Desk()
    sign_in_recently(desk.client, desk.admin)
    rows = {row["title"]: row for row in desk.get("reconciliation")["rows"]}
    assert set(rows) == {"Paid without a seat", "Paid for something deleted"}
    for row in rows.values():
        desk.call("POST", "reconciliation/repair", {"key": row["key"], "note": ""})
    assert desk.get("reconciliation")["rows"] == []
    assert money(stripe_server) == (0, 3 * CENTS, 2 * CENTS)


def test_who_was_deleted_is_deleted_again_and_not_written_to(
    stripe_server: StripeServer, storage_server: StorageServer, since: datetime
) -> None:
    bootcamp = make_bootcamp(max_seats=2)
    ada = make_user(email="ada@example.test", username="ada")
    mine = Shopper(stripe_server)
    mine.client.force_login(ada)
    bought = mine.buy(bootcamp=bootcamp.pk)
    remembered = User.objects.get(pk=ada.pk)
    joined_at = remembered.created_at
    remove_account(user=ada)
    run_jobs()
    lose(bought)
    Message.objects.all().delete()
    # The backup has the account; its number's next holder must not be taken for it.
    User.objects.bulk_create([remembered])
    User.objects.filter(pk=remembered.pk).update(created_at=joined_at)

    done = recover(since=since)
    assert (done.erased, done.not_erased) == (1, [])
    assert not User.objects.filter(email="ada@example.test").exists()
    again = Purchase.objects.get(pk=bought.pk)
    assert (again.user, again.guest_email, again.state) == (None, "ada@example.test", "completed")
    assert not Message.objects.filter(status="PENDING").exists()

    another = make_user(pk=remembered.pk, email="another@example.test")
    assert recover(since=since).erased == 0
    assert User.objects.filter(pk=another.pk).exists()


def test_what_waited_in_the_backup_is_not_sent_again_and_what_waits_for_its_hour_is(
    stripe_server: StripeServer,
) -> None:
    waited = make_message(status="PENDING", dedupe_key="waited")
    later = make_message(status="PENDING", dedupe_key="later", send_after=from_now(hours=5))
    Message.objects.update(created_at=from_now(minutes=-10))
    fresh = make_message(status="PENDING", dedupe_key="fresh")
    assert recover(since=from_now(minutes=-5)).presumed_sent == 1
    statuses = dict(Message.objects.values_list("dedupe_key", "status"))
    assert statuses == {"waited": "SENT", "later": "PENDING", "fresh": "PENDING"}
    assert {waited.pk, later.pk, fresh.pk} == set(Message.objects.values_list("pk", flat=True))


def test_a_reminder_of_the_lost_minutes_is_not_sent_again_and_a_later_one_is(
    stripe_server: StripeServer,
) -> None:
    told, untold = (
        make_bootcamp(starts_at=from_now(days=2), ends_at=from_now(days=3)) for _ in range(2)
    )
    for bootcamp in (told, untold):
        Shopper(stripe_server, client=browser()).buy(bootcamp=bootcamp.pk)
    Purchase.objects.update(completed_at=from_now(days=-1))
    run_jobs()
    # Its hour came six minutes ago, before the loss; the other's while nothing ran.
    Bootcamp.objects.filter(pk=told.pk).update(starts_at=from_now(minutes=54))
    Bootcamp.objects.filter(pk=untold.pk).update(starts_at=from_now(minutes=58))
    recover(since=from_now(minutes=-10), lost_at=from_now(minutes=-4))
    sent = Message.objects.filter(category="REMINDER_1HOUR")
    assert list(sent.values_list("bootcamp_id", "status")) == [(told.pk, "SENT")]


def test_notes_that_do_not_fit_are_left_out() -> None:
    crowd = [Bootcamp(pk=1_000_000 + number, price=995) for number in range(80)]
    purchase = Purchase(bundle_id=None, guest_full_name="A" * 255, policy_version="1")
    notes = order_notes(purchase=purchase, bootcamps=crowd)
    assert set(notes) == {"package", "prices", "policy", "buyer"}
    assert max(len(value) for value in notes.values()) <= LONGEST_VALUE
