"""Endpoints of the purchases desk."""

from decimal import Decimal
from typing import Annotated

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Query
from pydantic import Field

from frontrow.accounts.gates import admin
from frontrow.accounts.reauthentication import require_recent_sign_in
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.purchases import desk, export, listing, story
from frontrow.backoffice.purchases.schemas import (
    CustomerIn,
    DeskPurchasePageOut,
    EnrolledOut,
    EnrolmentIn,
    PurchaseSort,
    PurchaseStoryOut,
    RefundIn,
    RefundPreviewOut,
    Search,
    SortDirection,
)
from frontrow.core.clock import now
from frontrow.core.routing import Router
from frontrow.sales.models import PurchaseStatus

router = Router(tags=["admin"])

Page = Annotated[int, Field(ge=1, le=1_000_000)]
CohortId = Annotated[int | None, Query(alias="bootcampId", ge=1, le=2_147_483_647)]
Amount = Annotated[Decimal, Field(gt=0, max_digits=10, decimal_places=2)]


@router.get("/admin/purchases", response=DeskPurchasePageOut, auth=admin)
def list_purchases(
    request: HttpRequest,
    *,
    search: Search = "",
    status: PurchaseStatus | None = None,
    bootcamp_id: CohortId = None,
    sort: PurchaseSort = PurchaseSort.DATE,
    direction: SortDirection = SortDirection.DESCENDING,
    page: Page = 1,
) -> HttpResponse:
    found = listing.list_purchases(
        search=search,
        status=status,
        bootcamp_id=bootcamp_id,
        sort=sort,
        direction=direction,
        page=page,
    )
    # Encoded here: Ninja's own renderer checks every row a second time.
    return HttpResponse(found.model_dump_json(by_alias=True), content_type="application/json")


# Before the routes with an id in this place, which would take the word for one. A file, and not
# for the typed client: the page fetches it and hands it to the browser.
@router.get("/admin/purchases/export", auth=admin, include_in_schema=False)
def export_purchases(
    request: HttpRequest,
    *,
    search: Search = "",
    status: PurchaseStatus | None = None,
    bootcamp_id: CohortId = None,
    sort: PurchaseSort = PurchaseSort.DATE,
    direction: SortDirection = SortDirection.DESCENDING,
) -> StreamingHttpResponse:
    require_recent_sign_in(request)
    lines = export.export_purchases(
        request=request,
        search=search,
        status=status,
        bootcamp_id=bootcamp_id,
        sort=sort,
        direction=direction,
    )
    name = f"purchases-{now():%Y-%m-%d}.csv"
    return StreamingHttpResponse(
        lines,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.post("/admin/purchases", response=EnrolledOut, auth=admin)
def enrol_by_hand(request: HttpRequest, payload: EnrolmentIn) -> EnrolledOut:
    require_recent_sign_in(request)
    purchase = desk.enrol_by_hand(request=request, wanted=payload)
    return EnrolledOut(
        purchase_id=purchase.pk,
        message=f"{payload.full_name} is enrolled. We've sent them an email.",
    )


@router.get("/admin/purchases/{purchase_id}", response=PurchaseStoryOut, auth=admin)
def get_purchase_story(request: HttpRequest, purchase_id: int) -> PurchaseStoryOut:
    return story.tell_story(purchase_id=purchase_id)


@router.get("/admin/purchases/{purchase_id}/refund-preview", response=RefundPreviewOut, auth=admin)
def preview_refund(request: HttpRequest, purchase_id: int, amount: Amount) -> RefundPreviewOut:
    return desk.preview_refund(purchase_id=purchase_id, amount=amount)


@router.post("/admin/purchases/{purchase_id}/refund", response=MessageOut, auth=admin)
def refund_purchase(request: HttpRequest, purchase_id: int, payload: RefundIn) -> MessageOut:
    require_recent_sign_in(request)
    refund = desk.refund_purchase(request=request, purchase_id=purchase_id, wanted=payload)
    return MessageOut(message=desk.carry_out(refund=refund))


@router.post("/admin/purchases/{purchase_id}/withdraw", response=MessageOut, auth=admin)
def withdraw_enrolment(request: HttpRequest, purchase_id: int) -> MessageOut:
    require_recent_sign_in(request)
    desk.withdraw_enrolment(request=request, purchase_id=purchase_id)
    return MessageOut(message="The enrollment has been withdrawn.")


@router.post("/admin/purchases/{purchase_id}/resend-confirmation", response=MessageOut, auth=admin)
def resend_purchase_confirmation(request: HttpRequest, purchase_id: int) -> MessageOut:
    to = desk.resend_confirmation(request=request, purchase_id=purchase_id)
    return MessageOut(message=f"The confirmation is on its way to {to}.")


@router.post("/admin/purchases/{purchase_id}/resend-invitation", response=MessageOut, auth=admin)
def resend_purchase_invitation(request: HttpRequest, purchase_id: int) -> MessageOut:
    to = desk.resend_invitation(request=request, purchase_id=purchase_id)
    return MessageOut(message=f"The invitation is on its way to {to}.")


@router.patch("/admin/purchases/{purchase_id}/customer", response=MessageOut, auth=admin)
def correct_purchase_customer(
    request: HttpRequest, purchase_id: int, payload: CustomerIn
) -> MessageOut:
    # Whoever reads the new address can claim the purchase.
    require_recent_sign_in(request)
    to = desk.correct_customer(request=request, purchase_id=purchase_id, wanted=payload)
    return MessageOut(message=f"Corrected. The confirmation is on its way to {to}.")
