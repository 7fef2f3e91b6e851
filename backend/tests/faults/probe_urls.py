"""The real addresses, two routes that are limited or slow on purpose, and who answered."""

import os
import sys
import time
from collections.abc import Callable
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config import urls
from frontrow.accounts.gates import anyone
from frontrow.core import rate_limit
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import FrontrowAPI, Router
from tests.faults.processes import SLOW_BEGAN

router = Router()

if patience := os.environ.get("PROBE_REDIS_TIMEOUT"):
    rate_limit._REDIS_TIMEOUT = float(patience)


def name_process(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that puts the process's id on every answer, refusals too."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["X-Probe-Process"] = str(os.getpid())
        return response

    return respond


@router.get(
    "/limited",
    auth=anyone,
    throttle=[
        LimitedBy(
            Limit(scope="faults", count=10, per=timedelta(minutes=1)),
            key=lambda request: request.GET["key"],
        )
    ],
)
def limited(request: HttpRequest) -> dict[str, bool]:
    return {"passed": True}


@router.get("/slow", auth=anyone)
def slow(request: HttpRequest) -> dict[str, bool]:
    sys.stderr.write(f"{SLOW_BEGAN}\n")
    time.sleep(2)
    return {"passed": True}


api = FrontrowAPI(title="Probe", version="1")
api.add_router("", router)

urlpatterns = [path("probe/", api.urls), *urls.urlpatterns]
handler400 = urls.handler400
handler403 = urls.handler403
handler404 = urls.handler404
handler500 = urls.handler500
