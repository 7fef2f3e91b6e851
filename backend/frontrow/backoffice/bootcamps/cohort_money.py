"""The revenue of one bootcamp: its share of each purchase, minus refunds of it."""

from decimal import Decimal

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from frontrow.backoffice.bootcamps.schemas import CohortMoneyOut
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.core.money import CENT
from frontrow.sales.ledger.movements import given_back, real_movements
from frontrow.sales.models import EndedBecause, Enrollment, MovementKind, RefundLine

DEFINITION = (
    "This class's share of each payment, minus its share of refunds and lost disputes. "
    "Of a bundle, it's the part paid for this class. A seat that moved counts where it is now; the "
    "month's books keep it with the class it was paid for. Complimentary and free seats "
    "bring nothing."
)
# The enrollment continues as another one, and its money with it.
_GOES_ON = (EndedBecause.MOVED, EndedBecause.HANDED_OVER)


def read_money(*, bootcamp_id: int) -> CohortMoneyOut:
    """Computed from the ledger, like every amount.

    A payment is recorded for the first enrollment of a chain, and counted where the person now has
    their seat.
    """
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    payments = real_movements().filter(kind=MovementKind.PAYMENT)
    here = Enrollment.objects.filter(bootcamp=bootcamp).exclude(ended_because__in=_GOES_ON)
    paid_for = here.filter(purchase__in=payments.values("purchase_id"))
    received = _sum(paid_for.aggregate(sum=Sum(Coalesce("first__paid", F("paid"))))["sum"])
    firsts = here.annotate(paid_by=Coalesce("first_id", F("id"))).values("paid_by")
    lines = RefundLine.objects.filter(
        enrollment__in=firsts, movement__in=given_back(real_movements()).values("pk")
    )
    back = _sum(lines.aggregate(sum=Sum("amount"))["sum"])
    live = here.filter(ended_at=None).filter(
        Q(purchase__user=None) | Q(purchase__user__is_demo=False)
    )
    return CohortMoneyOut(
        paid_seats=live.filter(purchase__in=payments.values("purchase_id")).count(),
        complimentary_seats=live.filter(
            Q(purchase__is_complimentary=True) | Q(purchase__total_amount=0)
        ).count(),
        received=received,
        given_back=back,
        kept=received - back,
        definition=DEFINITION,
    )


def _sum(total: Decimal | None) -> Decimal:
    return (total or Decimal(0)).quantize(CENT)
