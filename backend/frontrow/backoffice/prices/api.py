"""Admin endpoints for discount codes and early prices."""

from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query
from pydantic import Field

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import current_user, needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.prices import code_list, codes, steps
from frontrow.backoffice.prices.schemas import (
    CodeChangeIn,
    CodeListQuery,
    CodePageOut,
    CodeRecordOut,
    CodeUsePageOut,
    DiscountCodeIn,
    GenerateCodesIn,
    LotOut,
    PriceStepIn,
    PriceTimelineOut,
)
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router

router = Router(tags=["admin"])

Page = Annotated[int, Field(ge=1, le=100_000)]


@router.get("/admin/codes", response=CodePageOut, auth=needs(Right.DESK))
def list_codes(request: HttpRequest, asked: Query[CodeListQuery]) -> CodePageOut:
    return code_list.list_codes(asked=asked, reader=current_user(request))


@router.post("/admin/codes", response=CodeRecordOut, auth=needs(Right.CATALOGUE, recent=True))
def make_code(request: HttpRequest, payload: DiscountCodeIn) -> CodeRecordOut:
    code = codes.make_code(by=actor_of(request), wanted=payload)
    return code_list.show_code(code_id=code.pk, reader=current_user(request))


@router.post("/admin/codes/generate", response=LotOut, auth=needs(Right.CATALOGUE, recent=True))
def generate_codes(request: HttpRequest, payload: GenerateCodesIn) -> LotOut:
    return codes.generate_codes(by=actor_of(request), wanted=payload)


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get(
    "/admin/codes/lots/{lot}", auth=needs(Right.CATALOGUE, recent=True), include_in_schema=False
)
def export_codes(request: HttpRequest, lot: str) -> StreamingHttpResponse:
    # The file's codes can be used for discounts.
    return csv_file(code_list.export_lot(by=actor_of(request), lot=lot), name="codes")


@router.get("/admin/codes/{code_id}", response=CodeRecordOut, auth=needs(Right.DESK))
def get_code(request: HttpRequest, code_id: int) -> CodeRecordOut:
    return code_list.show_code(code_id=code_id, reader=current_user(request))


@router.patch(
    "/admin/codes/{code_id}", response=CodeRecordOut, auth=needs(Right.CATALOGUE, recent=True)
)
def change_code(request: HttpRequest, code_id: int, payload: CodeChangeIn) -> CodeRecordOut:
    codes.change_code(by=actor_of(request), code_id=code_id, wanted=payload)
    return code_list.show_code(code_id=code_id, reader=current_user(request))


@router.get("/admin/codes/{code_id}/uses", response=CodeUsePageOut, auth=needs(Right.DESK))
def list_code_uses(request: HttpRequest, code_id: int, page: Page = 1) -> CodeUsePageOut:
    return code_list.list_uses(code_id=code_id, page=page)


@router.get(
    "/admin/bootcamps/{bootcamp_id}/price-steps",
    response=PriceTimelineOut,
    auth=needs(Right.DESK),
)
def get_bootcamp_prices(request: HttpRequest, bootcamp_id: int) -> PriceTimelineOut:
    return steps.show_timeline(steps.of_bootcamp(find_bootcamp(bootcamp_id=bootcamp_id)))


@router.post(
    "/admin/bootcamps/{bootcamp_id}/price-steps",
    response=PriceTimelineOut,
    auth=needs(Right.CATALOGUE, recent=True),
)
def add_bootcamp_price(
    request: HttpRequest, bootcamp_id: int, payload: PriceStepIn
) -> PriceTimelineOut:
    return steps.add_bootcamp_step(by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload)


@router.post(
    "/admin/bootcamps/{bootcamp_id}/price-steps/{step_id}/withdraw",
    response=PriceTimelineOut,
    auth=needs(Right.CATALOGUE),
)
def withdraw_bootcamp_price(
    request: HttpRequest, bootcamp_id: int, step_id: int
) -> PriceTimelineOut:
    package = steps.of_bootcamp(find_bootcamp(bootcamp_id=bootcamp_id))
    return steps.withdraw_step(by=actor_of(request), package=package, step_id=step_id)


@router.get(
    "/admin/bundles/{bundle_id}/price-steps", response=PriceTimelineOut, auth=needs(Right.DESK)
)
def get_bundle_prices(request: HttpRequest, bundle_id: UUID) -> PriceTimelineOut:
    return steps.show_timeline(steps.of_bundle(steps.find_bundle(bundle_id=bundle_id)))


@router.post(
    "/admin/bundles/{bundle_id}/price-steps",
    response=PriceTimelineOut,
    auth=needs(Right.CATALOGUE, recent=True),
)
def add_bundle_price(
    request: HttpRequest, bundle_id: UUID, payload: PriceStepIn
) -> PriceTimelineOut:
    return steps.add_bundle_step(by=actor_of(request), bundle_id=bundle_id, wanted=payload)


@router.post(
    "/admin/bundles/{bundle_id}/price-steps/{step_id}/withdraw",
    response=PriceTimelineOut,
    auth=needs(Right.CATALOGUE),
)
def withdraw_bundle_price(request: HttpRequest, bundle_id: UUID, step_id: int) -> PriceTimelineOut:
    package = steps.of_bundle(steps.find_bundle(bundle_id=bundle_id))
    return steps.withdraw_step(by=actor_of(request), package=package, step_id=step_id)
