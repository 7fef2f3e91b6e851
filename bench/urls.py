"""What our endpoints are measured against, behind the same middleware."""

from config import urls
from django.http import HttpRequest, HttpResponse
from django.urls import path
from frontrow.catalogue.offers import offered_bootcamps
from frontrow.catalogue.schemas import BootcampOut
from pydantic import TypeAdapter

_encode = TypeAdapter(list[BootcampOut]).dump_json


def empty(request: HttpRequest) -> HttpResponse:
    """The least a Django view can do."""
    return HttpResponse(b"", content_type="application/json")


def uncached_bootcamps(request: HttpRequest) -> HttpResponse:
    """The catalogue asked of the database each time."""
    return HttpResponse(
        _encode(offered_bootcamps(), by_alias=True), content_type="application/json"
    )


urlpatterns = [
    *urls.urlpatterns,
    path("bench/empty", empty),
    path("bench/uncached-bootcamps", uncached_bootcamps),
]
