"""Endpoints of a student's billing."""

from datetime import timedelta

from django.http import HttpRequest

from frontrow.accounts.gates import current_user, signed_in
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.portal.billing import (
    ask_for_refund,
    billing_of,
    give_up_free_seat,
    receipt_of,
)
from frontrow.portal.billing_schemas import (
    BillingEntryOut,
    ReceiptOut,
    RefundAskedOut,
    RefundRequestIn,
)

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
    return ask_for_refund(
        request=request,
        user=current_user(request),
        purchase_id=purchase_id,
        reason=payload.reason,
        enrolment_id=payload.enrolment_id,
    )


@router.post(
    "/user/purchases/{purchase_id}/give-up",
    response=BillingEntryOut,
    auth=signed_in,
    throttle=[REFUND_REQUESTS],
)
def give_up_own_free_seat(request: HttpRequest, purchase_id: int) -> BillingEntryOut:
    return give_up_free_seat(request=request, user=current_user(request), purchase_id=purchase_id)
