"""What our endpoints are measured against, behind the same middleware."""

from config import urls
from django.http import HttpRequest, HttpResponse
from django.urls import path


def empty(request: HttpRequest) -> HttpResponse:
    """The least a Django view can do."""
    return HttpResponse(b"", content_type="application/json")


urlpatterns = [
    *urls.urlpatterns,
    path("bench/empty", empty),
]
