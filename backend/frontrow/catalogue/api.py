"""Endpoints of the public catalogue."""

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.gates import anyone
from frontrow.catalogue.offers import bootcamps_answer, bundles_answer
from frontrow.catalogue.schemas import BootcampOut, BundleOut
from frontrow.core.routing import Router

router = Router(tags=["catalogue"])


@router.get("/bootcamps", response=list[BootcampOut], auth=anyone)
def list_bootcamps(request: HttpRequest) -> HttpResponse:
    return bootcamps_answer.respond(request)


@router.get("/bundles", response=list[BundleOut], auth=anyone)
def list_bundles(request: HttpRequest) -> HttpResponse:
    return bundles_answer.respond(request)
