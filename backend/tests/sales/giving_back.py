"""One seat of a bundle is refunded, and refunds that fail."""

from decimal import Decimal
from typing import Any

from frontrow.sales.models import Enrollment, Purchase, Refund
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import from_now, make_bootcamp, make_bundle
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.student import Student
from tests.sales.buying import Shopper


def buy_three(stripe: StripeServer, student: Student) -> Purchase:
    """A bundle of three bootcamps with coaching, bought in the student's browser."""
    members = [
        make_bootcamp(
            price=Decimal(price),
            starts_at=from_now(days=10 + day),
            includes_coaching=True,
            name=f"Part {day}",
        )
        for day, price in enumerate((995, 1495, 1495))
    ]
    shopper = Shopper(stripe, email=student.user.email, client=student.client)
    return shopper.buy(bundle=make_bundle(bootcamps=members, price=Decimal(2995)).pk)


def parts(purchase: Purchase) -> list[Enrollment]:
    return list(Enrollment.objects.filter(purchase=purchase).order_by("starts_at", "pk"))


def ask(student: Student, purchase: Purchase, seat: Enrollment) -> Any:
    path = f"user/purchases/{purchase.pk}/refund-request"
    return student.post(path, {"enrollmentId": seat.pk})


def arrive(server: StripeServer, purchase: Purchase, how: str = "succeeded") -> None:
    """The refund that is on its way arrives, or comes back."""
    run_jobs()
    if how == "succeeded":
        server.settle_refunds()
    else:
        for refund in Refund.objects.filter(status="pending"):
            server.settle_refund(refund.stripe_refund_id or "", how)
    for one in Purchase.objects.filter(stripe_payment_intent_id__isnull=False):
        settle(purchase=one)
    run_jobs()


def failed_part(server: StripeServer, purchase: Purchase, amount: int = 200) -> None:
    server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal(amount))
    arrive(server, purchase, "failed")
