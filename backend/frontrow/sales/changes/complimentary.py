"""Complimentary seats: enrollments without payment, under the same seat rules as a sale."""

from collections.abc import Sequence
from decimal import Decimal
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q

from frontrow.accounts.models import User, UserStatus
from frontrow.catalogue.seats import release_seats, take_seats
from frontrow.core.addresses import address_key, is_address
from frontrow.core.advisory_locks import AdvisoryLock, lock_until_commit
from frontrow.core.clock import now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.enrollment.enrollments import by_bootcamp, ids_of, live, make_enrollments
from frontrow.sales.models import Enrollment, Purchase, PurchaseState
from frontrow.sales.settlement.states import GIVEN_UP, WITHDRAWN, enter
from frontrow.sales.terms.free_seats import is_free, nothing_was_paid
from frontrow.sales.terms.pricing import find_package
from frontrow.sales.terms.refund_policy import POLICY_VERSION


@transaction.atomic
def enroll(
    *, bootcamp_ids: Sequence[int], bundle_id: UUID | None, email: str, full_name: str
) -> Purchase:
    """Give this person a seat in every bootcamp of the package, as if they had paid for it.

    Raises SoldOut or NotOnSale, or Conflict if the person has a seat already. The payment provider
    isn't involved: nothing is charged, so nothing can be refunded.
    """
    _one_at_a_time(email)
    package = find_package(bootcamp_ids=bootcamp_ids, bundle_id=bundle_id)
    for bootcamp in package.bootcamps:
        if _has_seat(email, bootcamp.pk):
            raise Conflict(
                f"{email} already has a seat in {bootcamp.name}.", code=ErrorCode.ALREADY_ENROLLED
            )
    purchase = Purchase.objects.create(
        user=owner_of(email),
        bootcamp=package.bootcamp,
        bundle=package.bundle,
        is_bundle=package.bundle is not None,
        package_name=package.name,
        total_amount=Decimal(0),
        is_complimentary=True,
        guest_email=email,
        guest_full_name=full_name,
        policy_version=POLICY_VERSION,
    )
    enrollments = make_enrollments(purchase=purchase, bootcamps=package.bootcamps)
    take_seats(enrollments=by_bootcamp(enrollments))
    enter(purchase=purchase, state=PurchaseState.COMPLETED, because="given")
    return purchase


@transaction.atomic
def withdraw(*, purchase_id: int) -> bool:
    """Withdraw an unpaid purchase with its seat, access and coaching. False if already done."""
    purchase = _locked(Q(pk=purchase_id))
    if not nothing_was_paid(purchase):
        raise Conflict("This purchase was paid for. Refund it instead.")
    return _end(purchase, because=WITHDRAWN)


@transaction.atomic
def give_up(*, purchase_id: int, user: User) -> bool:
    """Let its owner give up a free seat before the class begins. False if already done."""
    purchase = _locked(Q(pk=purchase_id, user=user))
    if refusal := why_not_given_up(purchase):
        raise Conflict(refusal, code=ErrorCode.CONFLICT)
    return _end(purchase, because=GIVEN_UP)


def why_not_given_up(purchase: Purchase) -> str:
    """Why its owner can't give the seat up. Empty if they can, or did."""
    if not is_free(purchase):
        return "This seat isn't a free one. See its refund terms instead."
    has_begun = purchase.enrollments.filter(ended_at=None, bootcamp__starts_at__lte=now()).exists()
    return "This class has started, so its seat can't be given up." if has_begun else ""


def _locked(which: Q) -> Purchase:
    purchase = (
        Purchase.objects.select_for_update(of=("self",))
        .select_related("user")
        .filter(which)
        .first()
    )
    if purchase is None:
        raise NotFound
    return purchase


def _end(purchase: Purchase, *, because: str) -> bool:
    if purchase.state != PurchaseState.COMPLETED:
        return False
    release_seats(enrollment_ids=ids_of(purchase_id=purchase.pk), only_before_start=True)
    enter(purchase=purchase, state=PurchaseState.REFUNDED, because=because)
    return True


def _one_at_a_time(email: str) -> None:
    """Serialize requests by address, so that a double click can't create two seats."""
    lock_until_commit(AdvisoryLock.ENROLLING, address_key(email))


def _has_seat(email: str, bootcamp_id: int) -> bool:
    return Enrollment.objects.filter(
        is_address("purchase__user__email", email)
        | Q(purchase__user=None) & is_address("purchase__guest_email", email),
        live(),
        bootcamp_id=bootcamp_id,
    ).exists()


def owner_of(email: str) -> User | None:
    """The account with this address if it is verified. Without one, the person is invited."""
    # Addresses are stored in lower case.
    proven = EmailAddress.objects.filter(
        email=address_key(email), verified=True, user__status=UserStatus.ACTIVE
    )
    address = proven.select_related("user").first()
    return address.user if address else None
