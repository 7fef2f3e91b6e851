"""Ordering a free seat: a pending purchase without a payment, and an email to verify the address.

The response is the same for every address. The limits on unpaid holds apply here too: few holds per
network and address, and a share of the unsold seats. An order above these limits is valid without a
hold, and takes its seat when the email is confirmed.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.db.models.functions import Now

from frontrow.catalogue.seats import NotOnSale, OnlyHeld, SoldOut, take_seats
from frontrow.core.addresses import address_key, bare_address
from frontrow.core.advisory_locks import AdvisoryLock, lock_until_commit
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import AppError, Conflict, Throttled
from frontrow.core.rate_limit import Limit
from frontrow.messaging.outbox import write_messages
from frontrow.sales.buyers.visitors import Visitor, digest
from frontrow.sales.checkout.completing import answer_for
from frontrow.sales.checkout.holds import HELD_SHARE, PER_NETWORK
from frontrow.sales.emails.free_seat_emails import confirm_seat_email
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.enrollment.enrollments import by_bootcamp, make_enrollments
from frontrow.sales.free_seats.confirming import keep
from frontrow.sales.free_seats.schemas import FreeSeatIn, FreeSeatOut, FreeSeatStatus
from frontrow.sales.links import FREE_SEAT
from frontrow.sales.models import CancelReason, Enrollment, Purchase, PurchaseState
from frontrow.sales.settlement.settling import call_off
from frontrow.sales.terms.codes import find_code
from frontrow.sales.terms.discounts import AskedCode
from frontrow.sales.terms.free_seats import CONFIRM_WITHIN, FREE, confirm_until
from frontrow.sales.terms.price_lines import as_stored
from frontrow.sales.terms.pricing import Package, find_package
from frontrow.sales.terms.refund_policy import POLICY_VERSION

# Per address and package, and per address. The response doesn't reveal a reached limit.
EMAILS = Limit(scope="free seat emails", count=1, per=timedelta(minutes=10))
ALL_EMAILS = Limit(scope="free seat emails to an address", count=5, per=timedelta(hours=1))

ONLY_HELD = "Every seat is taken or waiting to be confirmed. One may come free within 30 minutes."

_MAY_HOLD = "SELECT may_hold(%s, %s::bigint[], %s, %s, %s, %s)"
# The same lock order as at the Pay click: the address, the network, then the classes by id.
_TAKE_TURNS_IN = "SELECT pg_advisory_xact_lock(%s, w::integer) FROM unnest(%s::bigint[]) w"


def order(*, visitor: Visitor, wanted: FreeSeatIn) -> FreeSeatOut:
    """Raises SoldOut or NotOnSale, or Conflict if it isn't free or is owned already."""
    # Limits are checked before the transaction, so that no row is locked if Redis is slow.
    asked = find_code(
        typed=wanted.code,
        browser=visitor.browser,
        network_key=visitor.network_key,
        user=visitor.user,
        email=wanted.email,
    )
    is_proven = _is_proven(visitor, wanted.email)
    is_written_to = not is_proven and _may_write(wanted)
    try:
        return _order(visitor, wanted, asked, is_proven=is_proven, is_written_to=is_written_to)
    except AppError:
        if is_written_to:
            _uncount_email(wanted)
        raise


@transaction.atomic
def _order(
    visitor: Visitor,
    wanted: FreeSeatIn,
    asked: AskedCode | None,
    *,
    is_proven: bool,
    is_written_to: bool,
) -> FreeSeatOut:
    key = _key_of(visitor, wanted)
    lock_until_commit(AdvisoryLock.BROWSER, key)
    lock_until_commit(AdvisoryLock.ADDRESS, address_key(wanted.email))
    before = _under_way(key)
    package = _find(wanted, asked, [one.pk for one in before])
    if is_proven:
        for one in before:
            call_off(purchase=one, reason=CancelReason.REPLACED)
        purchase = _begin(visitor, wanted, package, key="")
        keep(purchase=purchase, visitor=visitor)
        return FreeSeatOut(
            status=FreeSeatStatus.COMPLETED,
            email=wanted.email,
            held_until=None,
            completed=answer_for(purchase),
        )
    purchase = _same(before, wanted, package) or _order_anew(visitor, wanted, package, key, before)
    crash_point("free_order.before_email")
    if is_written_to:
        _write(purchase)
    crash_point("free_order.before_commit")
    return FreeSeatOut(
        status=FreeSeatStatus.CONFIRM,
        email=wanted.email,
        held_until=confirm_until(purchase),
        completed=None,
    )


def _find(wanted: FreeSeatIn, asked: AskedCode | None, holder_ids: Sequence[int]) -> Package:
    """The package if it costs nothing. Seats that this browser's order holds count as free."""
    try:
        package = find_package(
            bootcamp_ids=wanted.bootcamp_ids,
            bundle_id=wanted.bundle_id,
            holder_ids=holder_ids,
            dates={each.member_id: each.bootcamp_id for each in wanted.chosen_dates},
            asked=asked,
        )
    except OnlyHeld as error:
        raise Conflict(ONLY_HELD, code=error.code, retry_after=error.retry_after) from error
    if package.closed:
        raise Conflict(package.closed, code=ErrorCode.NOT_ON_SALE)
    if package.refusal is not None:
        raise Conflict(package.refusal.sentence, code=ErrorCode.CODE_REFUSED)
    if package.price:
        words = format_amount(package.price, "usd")
        raise Conflict(f"The price is now {words}.", code=ErrorCode.PRICE_CHANGED)
    return package


def _key_of(visitor: Visitor, wanted: FreeSeatIn) -> str:
    """One open order per browser and package, independent of an open payment."""
    return digest(f"free seat:{visitor.key}:{wanted.bundle_id or wanted.bootcamp_ids}")


def _under_way(key: str) -> list[Purchase]:
    return list(
        Purchase.objects.select_for_update()
        .filter(FREE, checkout_key=key, state=PurchaseState.PENDING)
        .order_by("pk")
    )


def _is_proven(visitor: Visitor, email: str) -> bool:
    """Whether the user is signed in with this address and it is verified."""
    return (
        visitor.user is not None
        and EmailAddress.objects.filter(
            user=visitor.user, email=address_key(email), verified=True
        ).exists()
    )


def _same(before: Sequence[Purchase], wanted: FreeSeatIn, package: Package) -> Purchase | None:
    """This browser's unconfirmed order for the same address, whose emailed link is still valid.

    Another address is a correction, and the earlier order is canceled.
    """
    at = database_now()
    wanted_classes = {each.pk for each in package.bootcamps}
    for one in before:
        classes = set(one.enrollments.values_list("bootcamp_id", flat=True))
        is_same = address_key(one.guest_email) == address_key(wanted.email)
        is_same = is_same and (classes, one.code_id) == (wanted_classes, package.code_id)
        if is_same and confirm_until(one) > at:
            Purchase.objects.filter(pk=one.pk).update(**_details(wanted), updated_at=Now())
            one.refresh_from_db()
            return one
    return None


def _order_anew(
    visitor: Visitor, wanted: FreeSeatIn, package: Package, key: str, before: Sequence[Purchase]
) -> Purchase:
    for one in before:
        call_off(purchase=one, reason=CancelReason.REPLACED)
    purchase = _begin(visitor, wanted, package, key=key)
    crash_point("free_order.after_row")
    _hold(purchase, visitor)
    return purchase


def _begin(visitor: Visitor, wanted: FreeSeatIn, package: Package, *, key: str) -> Purchase:
    purchase = Purchase.objects.create(
        bootcamp=package.bootcamp,
        bundle=package.bundle,
        is_bundle=package.bundle is not None,
        package_name=package.name,
        total_amount=package.price,
        price_lines=as_stored(package.lines),
        code_id=package.code_id,
        guest_email=wanted.email,
        policy_version=POLICY_VERSION,
        checkout_key=key,
        network_key=visitor.network_key,
        **_details(wanted),
    )
    make_enrollments(purchase=purchase, bootcamps=package.bootcamps, prices=package.prices)
    purchase.refresh_from_db()
    return purchase


def _details(wanted: FreeSeatIn) -> dict[str, Any]:
    """What was typed next to the address, and what was agreed to."""
    return {
        "guest_full_name": wanted.full_name,
        "buyer_timezone": wanted.timezone,
        "terms_version": wanted.terms_version,
        "terms_accepted_at": Now(),
    }


def _hold(purchase: Purchase, visitor: Visitor) -> None:
    """Hold its seats if a hold is allowed, which is checked before and after locking."""
    enrollments = by_bootcamp(Enrollment.objects.filter(purchase=purchase))
    if not _may_hold(purchase, sorted(enrollments)):
        return
    lock_until_commit(AdvisoryLock.NETWORK, visitor.network_key)
    with connection.cursor() as cursor:
        cursor.execute(_TAKE_TURNS_IN, [AdvisoryLock.CLASS, sorted(enrollments)])
    if not _may_hold(purchase, sorted(enrollments)):
        return
    try:
        take_seats(enrollments=enrollments, hold_for=CONFIRM_WITHIN)
    except (SoldOut, NotOnSale):
        # Another transaction is taking the last seat, which may still be released.
        return
    Purchase.objects.filter(pk=purchase.pk).update(held_until=Now() + CONFIRM_WITHIN)
    purchase.refresh_from_db(fields=["held_until"])


def _may_hold(purchase: Purchase, bootcamp_ids: Sequence[int]) -> bool:
    asked: list[Any] = [
        purchase.pk,
        list(bootcamp_ids),
        purchase.guest_email,
        purchase.network_key,
        HELD_SHARE,
        PER_NETWORK,
    ]
    with connection.cursor() as cursor:
        cursor.execute(_MAY_HOLD, asked)
        (may,) = cursor.fetchone()
    return bool(may)


def _may_write(wanted: FreeSeatIn) -> bool:
    """Whether the limit of emails to this address allows one."""
    about, mailbox = _limited_by(wanted)
    try:
        EMAILS.check(about)
        ALL_EMAILS.check(mailbox)
    except Throttled:
        return False
    return True


def _uncount_email(wanted: FreeSeatIn) -> None:
    """Undo the count, because nothing was ordered and no email was written."""
    about, mailbox = _limited_by(wanted)
    EMAILS.give_back(about)
    ALL_EMAILS.give_back(mailbox)


def _limited_by(wanted: FreeSeatIn) -> tuple[str, str]:
    mailbox = bare_address(wanted.email)
    return f"{mailbox} {wanted.bundle_id or wanted.bootcamp_ids}", mailbox


def _write(purchase: Purchase) -> None:
    enrollments = list(
        Enrollment.objects.filter(purchase=purchase)
        .select_related("bootcamp")
        .order_by("starts_at", "pk")
    )
    email = confirm_seat_email(
        purchase=purchase,
        enrollments=enrollments,
        until=confirm_until(purchase),
        link=FREE_SEAT.url(purchase),
        event=f"free-seat:{purchase.pk}:{database_now().isoformat()}",
    )
    write_messages([email])
