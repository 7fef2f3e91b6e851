"""What our endpoints are measured against, behind the same middleware."""

from config import urls
from django.http import HttpRequest, HttpResponse
from django.urls import path
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.core.schemas import AnswerModel
from ninja import NinjaAPI

api = NinjaAPI(urls_namespace="bench", docs_url=None, openapi_url=None)


class NothingOut(AnswerModel):
    pass


@api.get("/signed-in", response=NothingOut, auth=needs(Right.DESK))
def answer_signed_in(request: HttpRequest) -> NothingOut:
    """The least the desk can answer: whose session it is and what they may, and nothing more."""
    return NothingOut()


def empty(request: HttpRequest) -> HttpResponse:
    """The least a Django view can do."""
    return HttpResponse(b"", content_type="application/json")


urlpatterns = [
    *urls.urlpatterns,
    path("bench/empty", empty),
    path("bench/", api.urls),
]
