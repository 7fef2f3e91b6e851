"""Routes that misbehave on purpose, to see what the outside is told."""

import time
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db import OperationalError, connection
from django.http import Http404, HttpRequest
from django.urls import path
from ninja.errors import HttpError
from pydantic import Field

from config import urls
from frontrow.accounts.gates import anyone, needs, signed_in
from frontrow.accounts.rights import Right
from frontrow.core.errors import Conflict, Invalid
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import FrontrowAPI, Router
from frontrow.core.schemas import AnswerModel, RequestModel

router = Router()


class ProbeIn(RequestModel):
    full_name: str = Field(min_length=3)
    seat_count: int = 1


class ProbeOut(AnswerModel):
    full_name: str
    total_amount: Decimal
    note: str | None = None


@router.post("/echo", response=ProbeOut, auth=anyone)
def echo(request: HttpRequest, payload: ProbeIn) -> dict[str, Any]:
    return {"full_name": payload.full_name, "total_amount": Decimal("995.00")}


@router.get("/search", response=ProbeOut, auth=anyone)
def search(request: HttpRequest, page: int) -> dict[str, Any]:
    return {"full_name": str(page), "total_amount": Decimal(1)}


@router.post("/broken", auth=anyone)
def broken(request: HttpRequest) -> None:
    raise RuntimeError("ada@example.test could not be charged with pi_1_secret_abc")


@router.get("/conflict", auth=anyone)
def conflict(request: HttpRequest) -> None:
    raise Conflict("Beginner Bootcamp is sold out.")


@router.get("/invalid", auth=anyone)
def invalid(request: HttpRequest) -> None:
    raise Invalid(fields={"endTime": "End date and time must be after start date and time"})


@router.get("/missing", auth=anyone)
def missing(request: HttpRequest) -> None:
    raise Http404


@router.get("/teapot", auth=anyone)
def teapot(request: HttpRequest) -> None:
    raise HttpError(418, "Short and stout.")


@router.get("/database-away", auth=anyone)
def database_away(request: HttpRequest) -> None:
    raise OperationalError("server closed the connection unexpectedly")


@router.get("/slow-statement", auth=anyone)
def slow_statement(request: HttpRequest) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 50")
        cursor.execute("SELECT pg_sleep(2)")


@router.get(
    "/limited",
    auth=anyone,
    throttle=[LimitedBy(Limit(scope="probe", count=3, per=timedelta(minutes=1)))],
)
def limited(request: HttpRequest) -> dict[str, float]:
    return {"at": time.time()}


@router.get("/for-signed-in", auth=signed_in)
def for_signed_in(request: HttpRequest) -> dict[str, bool]:
    return {"in": True}


@router.get("/for-admins", auth=needs(Right.DESK))
def for_admins(request: HttpRequest) -> dict[str, bool]:
    return {"in": True}


@router.get("/without-gate")
def without_gate(request: HttpRequest) -> dict[str, bool]:
    return {"in": True}


@router.post("/webhooks/vendor", auth=anyone)
def vendor_webhook(request: HttpRequest) -> dict[str, int]:
    return {"bytes": len(request.body)}


api = FrontrowAPI(title="Probe", version="1")
api.add_router("", router)

urlpatterns = [path("api/", api.urls), *urls.urlpatterns[1:]]
handler400 = urls.handler400
handler403 = urls.handler403
handler404 = urls.handler404
handler500 = urls.handler500
