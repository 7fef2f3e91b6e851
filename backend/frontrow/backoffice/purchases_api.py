"""Endpoints of the purchases desk."""

from typing import Annotated

from django.http import HttpRequest
from pydantic import Field

from frontrow.accounts.gates import admin
from frontrow.backoffice import purchase_list
from frontrow.backoffice.purchases_schemas import (
    DeskPurchasePageOut,
    PurchaseSort,
    Search,
    SortDirection,
)
from frontrow.core.routing import Router
from frontrow.sales.models import PurchaseStatus

router = Router(tags=["admin"])

Page = Annotated[int, Field(ge=1, le=1_000_000)]


@router.get("/admin/purchases", response=DeskPurchasePageOut, auth=admin)
def list_purchases(
    request: HttpRequest,
    search: Search = "",
    status: PurchaseStatus | None = None,
    sort: PurchaseSort = PurchaseSort.DATE,
    direction: SortDirection = SortDirection.DESCENDING,
    page: Page = 1,
) -> DeskPurchasePageOut:
    return purchase_list.list_purchases(
        search=search, status=status, sort=sort, direction=direction, page=page
    )
