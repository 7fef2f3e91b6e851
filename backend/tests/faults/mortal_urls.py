"""The real addresses, a refund for whoever asks, and a crash point in front of every reply."""

import json
from collections.abc import Callable
from decimal import Decimal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

from frontrow.core.crash_points import crash_point
from frontrow.sales.refunds.requests import request_refund
from tests.faults import probe_urls


def die_before_reply(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the work is committed, and the caller never hears of it."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        crash_point(f"reply {request.path}")
        return response

    return respond


def refund(request: HttpRequest) -> JsonResponse:
    """What the back office does, without an admin: the request is written, a job carries it out."""
    wanted = json.loads(request.body)
    amount = wanted.get("amount")
    made = request_refund(
        purchase_id=wanted["purchaseId"],
        reason="first session",
        amount=None if amount is None else Decimal(amount),
    )
    return JsonResponse({"id": made.pk})


urlpatterns = [path("mortal/refund", refund), *probe_urls.urlpatterns]
handler400 = probe_urls.handler400
handler403 = probe_urls.handler403
handler404 = probe_urls.handler404
handler500 = probe_urls.handler500
