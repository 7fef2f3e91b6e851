"""Admin endpoints for purchases."""

from decimal import Decimal
from typing import Annotated

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Query
from pydantic import Field

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import current_user, needs, require_right
from frontrow.accounts.money_shown import answer_context
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.notes.notes import add_note
from frontrow.backoffice.notes.schemas import DeskNoteIn, DeskNoteOut
from frontrow.backoffice.purchases import desk, export, listing, story
from frontrow.backoffice.purchases.schemas import (
    CustomerIn,
    DeskPurchasePageOut,
    EnrolledOut,
    EnrollmentIn,
    PurchaseExportQuery,
    PurchaseListQuery,
    PurchaseQuery,
    PurchaseSort,
    PurchaseStoryOut,
    PurchaseSumOut,
    RefundIn,
    RefundPreviewOut,
    SeatNumber,
)
from frontrow.core.clock import now
from frontrow.core.csv_files import csv_file
from frontrow.core.errors import Invalid
from frontrow.core.routing import Router
from frontrow.portal.billing_schemas import ReceiptOut
from frontrow.portal.receipts import receipt_for_desk

router = Router(tags=["admin"])

Amount = Annotated[Decimal, Field(gt=0, max_digits=10, decimal_places=2)]


@router.get("/admin/purchases", response=DeskPurchasePageOut, auth=needs(Right.DESK))
def list_purchases(request: HttpRequest, asked: Query[PurchaseListQuery]) -> HttpResponse:
    if asked.sort is PurchaseSort.AMOUNT:
        # The sort order would reveal redacted amounts.
        require_right(current_user(request), Right.MONEY)
    found = listing.list_purchases(asked=asked)
    # Serialized here: Ninja's renderer would validate every row a second time.
    return HttpResponse(
        found.model_dump_json(by_alias=True, context=answer_context(request)),
        content_type="application/json",
    )


# Before the routes with an id at this position, which would match the word.
@router.get("/admin/purchases/sum", response=PurchaseSumOut, auth=needs(Right.MONEY))
def sum_purchases(request: HttpRequest, asked: Query[PurchaseQuery]) -> PurchaseSumOut:
    return listing.sum_purchases(asked=asked)


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get(
    "/admin/purchases/export", auth=needs(Right.MONEY, recent=True), include_in_schema=False
)
def export_purchases(
    request: HttpRequest, asked: Query[PurchaseExportQuery]
) -> StreamingHttpResponse:
    lines = export.export_purchases(by=actor_of(request), asked=asked)
    return csv_file(lines, name=f"purchases-{now():%Y-%m-%d}")


@router.post("/admin/purchases", response=EnrolledOut, auth=needs(Right.SEATS, recent=True))
def enroll_by_hand(request: HttpRequest, payload: EnrollmentIn) -> EnrolledOut:
    purchase = desk.enroll_by_hand(by=actor_of(request), wanted=payload)
    return EnrolledOut(
        purchase_id=purchase.pk,
        message=f"{payload.full_name} is enrolled. We've sent them an email.",
    )


@router.get("/admin/purchases/{purchase_id}", response=PurchaseStoryOut, auth=needs(Right.DESK))
def get_purchase_story(request: HttpRequest, purchase_id: int) -> PurchaseStoryOut:
    return story.tell_story(purchase_id=purchase_id, reader=current_user(request))


@router.get("/admin/purchases/{purchase_id}/receipt", response=ReceiptOut, auth=needs(Right.MONEY))
def get_purchase_receipt(request: HttpRequest, purchase_id: int) -> ReceiptOut:
    return receipt_for_desk(purchase_id=purchase_id)


@router.post("/admin/purchases/{purchase_id}/notes", response=DeskNoteOut, auth=needs(Right.DESK))
def add_purchase_note(request: HttpRequest, purchase_id: int, payload: DeskNoteIn) -> DeskNoteOut:
    purchase = desk.find_purchase(purchase_id=purchase_id)
    return add_note(by=actor_of(request), text=payload.text, purchase=purchase)


@router.get(
    "/admin/purchases/{purchase_id}/refund-preview",
    response=RefundPreviewOut,
    auth=needs(Right.MONEY),
)
def preview_refund(
    request: HttpRequest,
    purchase_id: int,
    amount: Amount | None = None,
    enrollment_id: Annotated[SeatNumber | None, Query(alias="enrollmentId")] = None,
) -> RefundPreviewOut:
    """The refund of an amount, or of one bootcamp's share of several."""
    if (amount is None) == (enrollment_id is None):
        raise Invalid("Choose an amount or one bootcamp.")
    if enrollment_id is not None:
        return desk.preview_part(purchase_id=purchase_id, enrollment_id=enrollment_id)
    return desk.preview_refund(purchase_id=purchase_id, amount=amount or Decimal(0))


@router.post(
    "/admin/purchases/{purchase_id}/refund",
    response=MessageOut,
    auth=needs(Right.MONEY, recent=True),
)
def refund_purchase(request: HttpRequest, purchase_id: int, payload: RefundIn) -> MessageOut:
    refund = desk.refund_purchase(by=actor_of(request), purchase_id=purchase_id, wanted=payload)
    amount = payload.amount if payload.enrollment_id else None
    return MessageOut(message=desk.carry_out(refund=refund, amount=amount))


@router.post(
    "/admin/purchases/{purchase_id}/withdraw",
    response=MessageOut,
    auth=needs(Right.SEATS, recent=True),
)
def withdraw_enrollment(request: HttpRequest, purchase_id: int) -> MessageOut:
    desk.withdraw_enrollment(by=actor_of(request), purchase_id=purchase_id)
    return MessageOut(message="The enrollment has been withdrawn.")


@router.post(
    "/admin/purchases/{purchase_id}/resend-confirmation",
    response=MessageOut,
    auth=needs(Right.SEATS),
)
def resend_purchase_confirmation(request: HttpRequest, purchase_id: int) -> MessageOut:
    to = desk.resend_confirmation(by=actor_of(request), purchase_id=purchase_id)
    return MessageOut(message=f"The confirmation is on its way to {to}.")


@router.post(
    "/admin/purchases/{purchase_id}/resend-invitation", response=MessageOut, auth=needs(Right.SEATS)
)
def resend_purchase_invitation(request: HttpRequest, purchase_id: int) -> MessageOut:
    to = desk.resend_invitation(by=actor_of(request), purchase_id=purchase_id)
    return MessageOut(message=f"The invitation is on its way to {to}.")


@router.patch(
    "/admin/purchases/{purchase_id}/customer",
    response=MessageOut,
    auth=needs(Right.SEATS, recent=True),
)
def correct_purchase_customer(
    request: HttpRequest, purchase_id: int, payload: CustomerIn
) -> MessageOut:
    # The person who reads the new address can claim the purchase.
    to = desk.correct_customer(by=actor_of(request), purchase_id=purchase_id, wanted=payload)
    return MessageOut(message=f"Corrected. The confirmation is on its way to {to}.")
