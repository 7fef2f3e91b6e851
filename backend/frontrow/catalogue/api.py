"""Endpoints of the public catalogue."""

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.gates import anyone
from frontrow.catalogue.offers import (
    answer_for_all,
    encode_bootcamps,
    encode_bundles,
    offered_bootcamps,
    offered_bundles,
)
from frontrow.catalogue.schemas import BootcampOut, BundleOut
from frontrow.core.routing import Router

router = Router(tags=["catalogue"])


@router.get("/bootcamps", response=list[BootcampOut], auth=anyone)
def list_bootcamps(request: HttpRequest) -> HttpResponse:
    return answer_for_all(request, encode_bootcamps(offered_bootcamps(), by_alias=True))


@router.get("/bundles", response=list[BundleOut], auth=anyone)
def list_bundles(request: HttpRequest) -> HttpResponse:
    return answer_for_all(request, encode_bundles(offered_bundles(), by_alias=True))
