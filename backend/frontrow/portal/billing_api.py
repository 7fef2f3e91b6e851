"""Endpoints of a student's billing."""

from datetime import timedelta

from django.db.models import Q
from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import current_user, signed_in
from frontrow.accounts.schemas import MessageOut
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.portal.billing import (
    ask_for_refund,
    billing_of,
    dismiss,
    give_up_free_seat,
)
from frontrow.portal.billing_schemas import (
    BillingEntryOut,
    ReceiptOut,
    RefundAskedOut,
    RefundRequestIn,
)
from frontrow.portal.receipts import receipt_of

router = Router(tags=["billing"])

REFUND_REQUESTS = LimitedBy(Limit(scope="refund requests", count=30, per=timedelta(hours=1)))


@router.get("/user/billing", response=list[BillingEntryOut], auth=signed_in)
def list_billing(request: HttpRequest) -> list[BillingEntryOut]:
    return billing_of(user=current_user(request))


@router.get("/user/purchases/{purchase_id}/receipt", response=ReceiptOut, auth=signed_in)
def get_receipt(request: HttpRequest, purchase_id: int) -> ReceiptOut:
    return receipt_of(user=current_user(request), purchase_id=purchase_id)


@router.post(
    "/user/purchases/{purchase_id}/refund-request",
    response=RefundAskedOut,
    auth=signed_in,
    throttle=[REFUND_REQUESTS],
)
def request_own_refund(
    request: HttpRequest, purchase_id: int, payload: RefundRequestIn
) -> RefundAskedOut:
    user = current_user(request)
    return ask_for_refund(
        by=actor_of(request),
        theirs=Q(user=user),
        who=user,
        purchase_id=purchase_id,
        reason=payload.reason,
        enrollment_id=payload.enrollment_id,
    )


@router.post(
    "/user/purchases/{purchase_id}/give-up",
    response=BillingEntryOut,
    auth=signed_in,
    throttle=[REFUND_REQUESTS],
)
def give_up_own_free_seat(request: HttpRequest, purchase_id: int) -> BillingEntryOut:
    return give_up_free_seat(
        by=actor_of(request), user=current_user(request), purchase_id=purchase_id
    )


@router.post(
    "/user/purchases/{purchase_id}/dismiss",
    response=MessageOut,
    auth=signed_in,
    throttle=[REFUND_REQUESTS],
)
def dismiss_own_purchase(request: HttpRequest, purchase_id: int) -> MessageOut:
    dismiss(user=current_user(request), purchase_id=purchase_id)
    return MessageOut(message="The purchase is canceled. You haven't been charged.")
