"""Early prices of a bootcamp or a bundle: add, withdraw, and show as a timeline."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.prices.schemas import (
    PriceStepIn,
    PriceStepOut,
    PriceTimelineOut,
    StepState,
)
from frontrow.catalogue.bootcamps import lock_bootcamp
from frontrow.catalogue.models import Bootcamp, Bundle, PriceStep
from frontrow.catalogue.prices import count_sold, why_ended
from frontrow.core.clock import database_now
from frontrow.core.errors import Invalid, NotFound
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.terms.upgrading import SMALLEST_PAYMENT

NO_END = "Say until when it holds, or for how many seats"
OVER_ALREADY = "Choose a time that's still ahead"


@dataclass(frozen=True, kw_only=True)
class Package:
    """A bootcamp or a bundle, reduced to what its prices need."""

    kind: str
    pk: int | UUID
    regular: Decimal
    timezone: str
    # Null for a bundle, whose seats belong to several bootcamps.
    seats: int | None
    count_sold: Callable[[], int]

    @property
    def own(self) -> dict[str, Any]:
        return {f"{self.kind}_id": self.pk}


def of_bootcamp(bootcamp: Bootcamp) -> Package:
    return Package(
        kind="bootcamp",
        pk=bootcamp.pk,
        regular=bootcamp.price,
        timezone=bootcamp.timezone,
        seats=bootcamp.max_seats,
        count_sold=partial(count_sold, bootcamp),
    )


def of_bundle(bundle: Bundle) -> Package:
    return Package(
        kind="bundle",
        pk=bundle.pk,
        regular=bundle.price,
        timezone=settings.ENV.OPERATOR_TIME_ZONE,
        seats=None,
        count_sold=partial(count_sold, bundle),
    )


def find_bundle(*, bundle_id: UUID, lock: bool = False) -> Bundle:
    rows = Bundle.objects.select_for_update() if lock else Bundle.objects
    bundle = rows.filter(pk=bundle_id).first()
    if bundle is None:
        raise NotFound("Bundle not found")
    return bundle


def show_timeline(package: Package) -> PriceTimelineOut:
    """Current first, then upcoming, then past, newest first."""
    at, sold = database_now(), package.count_sold()
    steps = list(PriceStep.objects.filter(**package.own).order_by("-created_at", "-id"))
    ended = {step.pk: why_ended(step, at=at, sold=sold, regular=package.regular) for step in steps}
    holding = sorted((step for step in steps if not ended[step.pk]), key=lambda one: one.price)
    past = [step for step in steps if ended[step.pk]]
    shown = [
        *(
            _step_out(step, StepState.NEXT if place else StepState.NOW)
            for place, step in enumerate(holding)
        ),
        *(_step_out(step, StepState.PAST, ended[step.pk]) for step in past),
    ]
    return PriceTimelineOut(
        regular_price=package.regular,
        price_now=holding[0].price if holding else package.regular,
        sold=sold,
        steps=shown,
        timezone=package.timezone,
    )


@transaction.atomic
def add_bootcamp_step(*, by: Actor, bootcamp_id: int, wanted: PriceStepIn) -> PriceTimelineOut:
    # Locked against a concurrent change of the regular price.
    return _add(by, of_bootcamp(lock_bootcamp(bootcamp_id)), wanted)


@transaction.atomic
def add_bundle_step(*, by: Actor, bundle_id: UUID, wanted: PriceStepIn) -> PriceTimelineOut:
    return _add(by, of_bundle(find_bundle(bundle_id=bundle_id, lock=True)), wanted)


@transaction.atomic
def withdraw_step(*, by: Actor, package: Package, step_id: int) -> PriceTimelineOut:
    """End an early price now. A buyer who has been shown the price can still pay it for a while."""
    step = (
        PriceStep.objects.select_for_update(no_key=True).filter(pk=step_id, **package.own).first()
    )
    if step is None:
        raise NotFound("Early price not found")
    if step.withdrawn_at is None:
        step.withdrawn_at = database_now()
        step.save(update_fields=["withdrawn_at"])
        _note(by, "withdrew early price", package, amount=str(step.price))
    return show_timeline(package)


def _add(by: Actor, package: Package, wanted: PriceStepIn) -> PriceTimelineOut:
    _refuse(package, wanted)
    # Only a price that a buyer has really paid may be struck through.
    paid = Purchase.objects.filter(
        Q(**package.own),
        state=PurchaseState.COMPLETED,
        total_amount=package.regular,
        is_complimentary=False,
        code=None,
    )
    step = PriceStep.objects.create(
        **package.own,
        price=wanted.price,
        until=wanted.until,
        first_seats=wanted.first_seats,
        regular_price=package.regular,
        was_charged=paid.exists(),
    )
    _note(
        by,
        "added early price",
        package,
        amount=str(step.price),
        until=str(step.until) if step.until else "",
        first_seats=step.first_seats,
    )
    return show_timeline(package)


def _refuse(package: Package, wanted: PriceStepIn) -> None:
    fields = {}
    if wanted.price >= package.regular:
        fields["price"] = f"Choose a price below the regular ${package.regular:,.2f}"
    elif 0 < wanted.price < SMALLEST_PAYMENT:
        fields["price"] = "Choose $0.00 for free seats, or at least $0.50"
    if wanted.until is None and wanted.first_seats is None:
        fields["until"] = NO_END
    elif wanted.until is not None and wanted.until <= database_now():
        fields["until"] = OVER_ALREADY
    if wanted.first_seats is not None:
        sold = package.count_sold()
        if wanted.first_seats <= sold:
            fields["firstSeats"] = f"Already sold: {sold}. Choose a higher number"
        elif package.seats is not None and wanted.first_seats > package.seats:
            fields["firstSeats"] = f"This bootcamp has {package.seats} seats"
    if fields:
        raise Invalid(next(iter(fields.values())), fields=fields)


def _step_out(step: PriceStep, state: StepState, ended: str = "") -> PriceStepOut:
    return PriceStepOut(
        id=step.pk,
        price=step.price,
        until=step.until,
        first_seats=step.first_seats,
        regular_price=step.regular_price,
        was_charged=step.was_charged,
        created_at=step.created_at,
        withdrawn_at=step.withdrawn_at,
        state=state,
        ended=ended,
    )


def _note(by: Actor, action: str, package: Package, **details: Any) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type=package.kind,
        subject_id=package.pk,
        **details,
    )
