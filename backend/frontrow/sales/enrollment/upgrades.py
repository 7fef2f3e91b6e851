"""Upgrades: which purchases count toward another's price, and which upgrades depend on one."""

from collections.abc import Collection, Mapping
from decimal import Decimal

from django.db.models import Exists, OuterRef, Q, QuerySet

from frontrow.sales.models import Enrollment, Purchase, PurchaseState, UpgradeCredit

# Paid for, or being captured.
_STANDING = (PurchaseState.CAPTURING, PurchaseState.COMPLETED)
_ALIVE = (PurchaseState.PENDING, *_STANDING)


def note_counted(*, purchase: Purchase, counted: Mapping[int, Decimal]) -> None:
    """Written with the upgrade, in the caller's transaction."""
    UpgradeCredit.objects.bulk_create(
        UpgradeCredit(purchase=purchase, base_id=base, amount=amount)
        for base, amount in sorted(counted.items())
    )


def with_open_upgrades(base_ids: Collection[int]) -> QuerySet[Purchase]:
    """These purchases and the unpaid upgrades whose price they lower, all locked."""
    using = UpgradeCredit.objects.filter(base__in=base_ids).values("purchase_id")
    unpaid = Q(pk__in=using, state__in=[PurchaseState.PENDING, PurchaseState.CAPTURING])
    wanted = Purchase.objects.filter(unpaid | Q(pk__in=base_ids))
    return wanted.select_for_update().order_by("pk")


def has_upgrades() -> Exists:
    """Whether a purchase has a paid upgrade that depends on it, as a subquery."""
    standing = UpgradeCredit.objects.filter(base=OuterRef("pk"), purchase__state__in=_STANDING)
    return Exists(standing)


def with_upgrades(purchases: Collection[Purchase]) -> list[Purchase]:
    """The purchases that a paid upgrade depends on."""
    standing = UpgradeCredit.objects.filter(base__in=purchases, purchase__state__in=_STANDING)
    found = set(standing.values_list("base_id", flat=True))
    return [purchase for purchase in purchases if purchase.pk in found]


def only_standing_on(upgrades: Collection[Purchase]) -> list[tuple[int, Purchase]]:
    """By upgrade: paid purchases without remaining seats that only this upgrade depends on."""
    of_same = UpgradeCredit.objects.filter(base=OuterRef("base"), purchase__state__in=_STANDING)
    seats = Enrollment.objects.filter(purchase=OuterRef("base"), ended_at=None)
    credits_left = (
        UpgradeCredit.objects.filter(
            ~Exists(seats),
            ~Exists(of_same.exclude(purchase=OuterRef("purchase"))),
            purchase__in=upgrades,
            base__state=PurchaseState.COMPLETED,
        )
        .select_related("base")
        .prefetch_related("base__movements")
    )
    return [(each.purchase_id, each.base) for each in credits_left.order_by("base_id")]


def lock_with_bases(*, purchase_id: int, theirs: Q | None = None) -> Purchase | None:
    """Lock the purchase after the purchases that it depends on. `theirs` filters it."""
    bases = UpgradeCredit.objects.filter(purchase=purchase_id).values("base_id")
    wanted = Purchase.objects.filter(Q(pk=purchase_id) | Q(pk__in=bases))
    if theirs is not None:
        wanted = wanted.filter(theirs)
    locked = wanted.select_for_update().order_by("pk")
    return next((one for one in locked if one.pk == purchase_id), None)


def built_on(purchase: Purchase, *, lock: bool = False) -> list[Purchase]:
    """All upgrades that depend on it, directly or not, oldest first.

    With `lock`, unpaid upgrades are locked too.
    """
    found: dict[int, Purchase] = {}
    below = [purchase.pk]
    while below:
        using = UpgradeCredit.objects.filter(base__in=below).values("purchase_id")
        above = Purchase.objects.filter(pk__in=using, state__in=_ALIVE).exclude(pk__in=found)
        new = {one.pk: one for one in (above.select_for_update() if lock else above).order_by("pk")}
        found |= new
        below = list(new)
    return [one for _, one in sorted(found.items()) if one.state in _STANDING]
