"""Refunds: one machine for money, seats, access, coaching and mail, whoever begins it."""

import threading
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection

from frontrow.coaching.models import CoachingSession
from frontrow.core.errors import Conflict
from frontrow.messaging.models import Message
from frontrow.sales.enrollment.attendees import owned_bootcamp_ids
from frontrow.sales.ledger import refund_records
from frontrow.sales.models import Movement, Purchase, PurchaseState, ReconciliationBreak, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement import settling
from frontrow.sales.settlement.settling import settle, settle_purchase
from tests.accounts.together import take_locks_away
from tests.factories import from_now, make_bootcamp, make_user, seats_of
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper, money_of

pytestmark = pytest.mark.django_db(transaction=True)

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def bought(stripe_server: StripeServer, **fields: object) -> Purchase:
    return Shopper(stripe_server).buy(bootcamp=make_bootcamp(**fields).pk)


def emails(category: str) -> int:
    return Message.objects.filter(category=category).count()


def test_a_full_refund_gives_back_money_seat_and_coaching_and_says_so(
    stripe_server: StripeServer,
) -> None:
    user = make_user()
    shopper = Shopper(stripe_server, email=user.email)
    shopper.client.force_login(user, BACKEND)
    purchase = shopper.buy(bootcamp=make_bootcamp(includes_coaching=True).pk)
    refund = request_refund(purchase_id=purchase.pk, reason="first session")
    # Before the provider has even been asked, access is off.
    assert Purchase.objects.get().state == PurchaseState.REFUNDING
    assert owned_bootcamp_ids(user=user) == set()
    assert CoachingSession.objects.get().status == "canceled"
    run_jobs()
    ended = Purchase.objects.get()
    assert (ended.state, ended.refunded_amount) == ("refunded", Decimal("995.00"))
    assert not seats_of(purchase).exists()
    refund.refresh_from_db()
    assert (refund.status, refund.settled_at is not None) == ("succeeded", True)
    assert money_of(stripe_server) == (99_500, 99_500)
    assert emails("REFUND") == 1
    assert violations() == []


def test_a_partial_refund_leaves_the_seat_and_can_be_followed_by_the_rest(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal("100.00"))
    run_jobs()
    partly = Purchase.objects.get()
    assert (partly.state, partly.refunded_amount) == ("completed", Decimal("100.00"))
    assert seats_of(purchase).count() == 1
    with pytest.raises(Conflict, match=r"At most \$895.00 can be refunded"):
        request_refund(purchase_id=purchase.pk, reason="x", amount=Decimal("895.01"))
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert money_of(stripe_server) == (99_500, 99_500)
    assert emails("REFUND") == 2
    assert violations() == []


def test_twenty_refunds_at_once_and_one_from_the_provider_are_one_refund(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    intent = purchase.stripe_payment_intent_id
    assert intent
    ours: Callable[[], Any] = partial(
        request_refund, purchase_id=purchase.pk, reason="first session"
    )
    theirs: Callable[[], Any] = partial(stripe_server.refund_at_provider, intent)
    settling: Callable[[], Any] = partial(settle_purchase, purchase_id=purchase.pk)
    made, *told = all_at_once([theirs, *[ours] * 20, *[settling] * 4])
    # The Dashboard is refused if we were first, and we if it was; nobody sees an error.
    assert isinstance(made, dict | AssertionError)
    assert {type(one) for one in told[:20]} <= {Refund, Conflict}
    assert len({one.pk for one in told if isinstance(one, Refund)}) <= 1
    assert told[20:] == [None] * 4
    run_jobs()
    settle(purchase=Purchase.objects.get())
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert money_of(stripe_server) == (99_500, 99_500)
    assert Movement.objects.filter(kind="refund", status="succeeded").count() == 1
    assert not Refund.objects.filter(status__in=["requested", "pending"]).exists()
    assert emails("REFUND") == 1
    assert ReconciliationBreak.objects.count() == 0
    assert violations() == []


@pytest.mark.parametrize("amount", [None, Decimal("100.00")])
def test_asked_again_while_one_is_under_way_that_one_is_returned(
    amount: Decimal | None, stripe_server: StripeServer
) -> None:
    purchase = bought(stripe_server)
    ask: Callable[[], Refund] = partial(
        request_refund, purchase_id=purchase.pk, reason="first session", amount=amount
    )
    first, second = ask(), ask()
    assert first.pk == second.pk == Refund.objects.get().pk
    run_jobs()
    assert money_of(stripe_server) == (99_500, 99_500 if amount is None else 10_000)
    assert emails("REFUND") == 1


# Between looking for a refund and writing one there is always a moment. This makes it long enough
# for everybody to look before anybody has written.
_HESITATE = """
CREATE FUNCTION hesitate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
CREATE TRIGGER hesitate BEFORE INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION hesitate();
"""
_AT_ONCE_AGAIN = "DROP TRIGGER hesitate ON refunds; DROP FUNCTION hesitate();"


@pytest.fixture
def hesitation() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(_HESITATE)
        yield
        cursor.execute(_AT_ONCE_AGAIN)


def twenty_ask(stripe_server: StripeServer) -> list[object]:
    """The number of the refund each was told of, or the error each got."""
    purchase = bought(stripe_server)
    ours: Callable[[], Any] = partial(request_refund, purchase_id=purchase.pk, reason="x")
    return [getattr(one, "pk", one) for one in all_at_once([ours] * 20)]


@pytest.mark.usefixtures("hesitation")
def test_twenty_who_ask_for_a_refund_at_once_are_all_told_of_the_same_one(
    stripe_server: StripeServer,
) -> None:
    assert twenty_ask(stripe_server) == [Refund.objects.get().pk] * 20


@pytest.mark.usefixtures("hesitation")
def test_control_without_the_lock_most_of_them_see_an_error(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_locks_away(monkeypatch)
    told = twenty_ask(stripe_server)
    assert [one for one in told if isinstance(one, IntegrityError)]
    # Even so, the database lets one through only.
    assert Refund.objects.count() == 1


def test_a_refund_made_at_the_provider_comes_back_in_whole_and_in_part(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server, includes_coaching=True)
    intent = purchase.stripe_payment_intent_id
    assert intent
    stripe_server.refund_at_provider(intent, 10_000)
    settle(purchase=purchase)
    partly = Purchase.objects.get()
    assert (partly.state, partly.refunded_amount) == ("completed", Decimal("100.00"))
    assert CoachingSession.objects.get().status == "pending"
    stripe_server.refund_at_provider(intent)
    settle(purchase=purchase)
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert CoachingSession.objects.get().status == "canceled"
    backs = Movement.objects.filter(kind="refund").order_by("id")
    assert list(backs.values_list("amount", flat=True)) == [Decimal("-100.00"), Decimal("-895.00")]
    assert not Refund.objects.exists(), "nobody asked us for them"
    assert violations() == []


def test_a_refund_whose_reply_was_lost_is_found_and_not_made_again(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="first session")
    stripe_server.fault(kind="lost_reply", method="POST", path="/v1/refunds", times=2)
    with pytest.raises(Exception, match="isn't answering"):
        settle(purchase=Purchase.objects.get())
    stripe_server.end_faults()
    Purchase.objects.update(state_since=from_now(minutes=-1))
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert money_of(stripe_server) == (99_500, 99_500)
    assert emails("REFUND") == 1


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "lost_reply", "times": 2},
        # Done, and the answer under its key is a fault for a day: only the list tells.
        {"kind": "status", "status": 500, "save": True, "perform": True, "times": 1},
    ],
    ids=["lost", "fault"],
)
def test_a_partial_refund_whose_reply_was_lost_is_found_and_not_made_again(
    fault: dict[str, Any], stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a part the provider would gladly make a second one.

    Whoever asks next had read the payment before the first one asked, and knows of no refund.
    """
    purchase = bought(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal("100.00"))
    others = [purchase.pk]

    def ask_in_vain_meanwhile(label: str) -> None:
        if label == "settle.after_read" and others:
            stripe_server.fault(method="POST", path="/v1/refunds", **fault)
            with pytest.raises(Exception, match="isn't answering"):
                settle_purchase(purchase_id=others.pop())
            stripe_server.end_faults()

    monkeypatch.setattr(settling, "crash_point", ask_in_vain_meanwhile)
    settle(purchase=Purchase.objects.get())
    ended = Purchase.objects.get()
    assert (ended.state, ended.refunded_amount) == ("completed", Decimal("100.00"))
    assert money_of(stripe_server) == (99_500, 10_000)
    assert (Refund.objects.get().status, emails("REFUND")) == ("succeeded", 1)


def test_two_who_carry_out_one_partial_refund_at_once_make_it_once(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked at the provider's list before either asks: the key is what is left."""
    purchase = bought(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal("100.00"))
    both_have_looked = threading.Barrier(2, timeout=20)

    def meet(label: str) -> None:
        if label == "refund.before_create":
            both_have_looked.wait()

    monkeypatch.setattr(refund_records, "crash_point", meet)
    settling = partial(settle_purchase, purchase_id=purchase.pk)
    assert all_at_once([settling] * 2) == [None, None]
    assert money_of(stripe_server) == (99_500, 10_000)
    assert Refund.objects.get().status == "succeeded"


def test_a_refund_that_the_bank_keeps_waiting_ends_when_the_bank_has_decided(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert (Purchase.objects.get().state, Refund.objects.get().status) == ("refunding", "pending")
    assert emails("REFUND") == 0
    stripe_server.settle_refunds()
    settle(purchase=Purchase.objects.get())
    assert (Purchase.objects.get().state, Refund.objects.get().status) == ("refunded", "succeeded")
    assert emails("REFUND") == 1


def test_a_refund_that_fails_is_shown_to_an_admin_and_can_be_asked_again(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    made = Refund.objects.get().stripe_refund_id
    assert made
    stripe_server.settle_refund(made, "failed")
    settle(purchase=Purchase.objects.get())
    assert Refund.objects.get().status == "failed"
    assert ReconciliationBreak.objects.get().kind == "refund_failed"
    (told,) = Message.objects.filter(category="REFUND")
    assert told.subject.startswith("Your refund couldn't be made")


def test_a_lost_dispute_ends_the_purchase_and_a_won_one_changes_nothing(
    stripe_server: StripeServer,
) -> None:
    kept, lost = (bought(stripe_server, includes_coaching=True) for _ in range(2))
    for purchase, ending in ((kept, "won"), (lost, "lost")):
        assert purchase.stripe_payment_intent_id
        dispute = stripe_server.dispute(purchase.stripe_payment_intent_id)
        settle(purchase=purchase)
        assert Purchase.objects.get(pk=purchase.pk).state == "completed"
        stripe_server.decide_dispute(dispute["id"], ending)
        settle(purchase=purchase)
    assert Purchase.objects.get(pk=kept.pk).state == "completed"
    ended = Purchase.objects.get(pk=lost.pk)
    assert (ended.state, ended.refunded_amount) == ("refunded", Decimal("995.00"))
    assert not seats_of(lost).exists()
    hours = dict(CoachingSession.objects.values_list("purchase_id", "status"))
    assert hours == {kept.pk: "pending", lost.pk: "canceled"}
    assert violations() == []


def test_after_the_start_the_money_goes_back_and_the_chair_stays_taken(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    assert purchase.bootcamp
    purchase.bootcamp.starts_at = from_now(minutes=-5)
    purchase.bootcamp.save()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert seats_of(purchase).count() == 1
    assert violations() == []


def test_what_is_not_paid_cannot_be_refunded(stripe_server: StripeServer) -> None:
    Shopper(stripe_server).session(bootcamp=make_bootcamp().pk)
    with pytest.raises(Conflict, match="nothing to refund"):
        request_refund(purchase_id=Purchase.objects.get().pk, reason="x")
    assert not Refund.objects.exists()
