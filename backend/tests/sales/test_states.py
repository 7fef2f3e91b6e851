"""One way into a state: nobody but `enter` writes it, and every entering leaves a fact."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.environment import REPOSITORY
from frontrow.sales.changes.complimentary import enroll, withdraw
from frontrow.sales.models import CancelReason, Fact, Purchase
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import call_off
from tests.factories import enrollment_of, make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

CODE = REPOSITORY / "backend/frontrow"
# The demo makes its history whole, as a migration would; a migration may fill a column.
ELSEWHERE = ("migrations", "demo")
MAKES_ROWS = {"Purchase", "create", "update", "get_or_create", "update_or_create", "bulk_update"}


def writers_in(source: str) -> Iterator[int]:
    """The lines that write `state` of anything, by assignment, call or SQL."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(targets=targets):
                if any(isinstance(one, ast.Attribute) and one.attr == "state" for one in targets):
                    yield node.lineno
            case ast.Call(func=func, keywords=keywords):
                name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
                if name in MAKES_ROWS and any(one.arg == "state" for one in keywords):
                    yield node.lineno
            case ast.Constant(value=str(text)):
                if "UPDATE purchases" in text and "state =" in text:
                    yield node.lineno


def files() -> list[Path]:
    return [each for each in CODE.rglob("*.py") if not set(ELSEWHERE) & set(each.parts)]


def test_only_enter_writes_the_state_of_a_purchase() -> None:
    found = {
        str(file.relative_to(CODE)): lines
        for file in files()
        if (lines := list(writers_in(file.read_text())))
    }
    # An offer of a seat has a state of its own, and so have a place in line and a class change.
    assert len(found.pop("sales/enrollment/offers.py")) == 1
    assert len(found.pop("sales/enrollment/waiting.py")) == 3
    assert len(found.pop("sales/class_changes/carrying_out.py")) == 1
    assert len(found.pop("sales/class_changes/clock.py")) == 1
    assert set(found) == {"sales/settlement/states.py"}, found


@pytest.mark.parametrize(
    "source",
    [
        "purchase.state = PurchaseState.FAILED",
        "Purchase.objects.filter(pk=1).update(state='failed')",
        "Purchase(state='completed')",
        "Purchase.objects.create(user=user, state='completed')",
        'cursor.execute("UPDATE purchases SET state = %s")',
    ],
)
def test_control_another_writer_would_be_found(source: str) -> None:
    assert list(writers_in(source)) == [1]


@pytest.mark.django_db(transaction=True)
def test_each_entering_is_a_fact_with_its_reason(stripe_server: StripeServer) -> None:
    admin = make_user()
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    request_refund(purchase_id=purchase.pk, reason="admin", requested_by=admin)
    run_jobs()
    Shopper(stripe_server, email="bo@example.test").session(bootcamp=make_bootcamp().pk)
    begun = Purchase.objects.get(guest_email="bo@example.test")
    assert call_off(purchase=begun, reason=CancelReason.REPLACED)
    assert not call_off(purchase=begun, reason=CancelReason.REPLACED), "once is enough"
    given = enroll(
        bootcamp_ids=[make_bootcamp().pk],
        bundle_id=None,
        email="cy@example.test",
        full_name="Cy Twombly",
    )
    withdraw(purchase_id=given.pk)
    facts = Fact.objects.order_by("id").values_list(
        "purchase_id", "what", "details__because", "who_id"
    )
    assert list(facts) == [
        (purchase.pk, "purchase.capturing", "requires_capture", None),
        (purchase.pk, "purchase.completed", "succeeded", None),
        (purchase.pk, "purchase.refunding", "admin", admin.pk),
        (purchase.pk, "purchase.refunded", "succeeded", None),
        (purchase.pk, "enrollment.ended", "refunded", None),
        (begun.pk, "purchase.canceling", "replaced", None),
        (given.pk, "purchase.completed", "given", None),
        (given.pk, "purchase.refunded", "withdrawn", None),
        (given.pk, "enrollment.ended", "withdrawn", None),
    ]
    about = Fact.objects.exclude(enrollment=None).values_list("enrollment_id", "bootcamp_id")
    assert list(about.order_by("id")) == [
        (one.pk, one.bootcamp_id) for one in map(enrollment_of, (purchase, given))
    ]
