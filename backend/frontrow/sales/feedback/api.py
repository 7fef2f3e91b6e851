"""Endpoints to read and give feedback by the emailed link, and the public reviews."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.gates import anyone
from frontrow.catalogue.offers import answer_for_all
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.sales.buyers.visitors import visitor_of
from frontrow.sales.feedback import answering
from frontrow.sales.feedback.reviews import encode_reviews, public_reviews
from frontrow.sales.feedback.schemas import FeedbackIn, FeedbackOut, FeedbackTokenIn, ReviewsOut

router = Router(tags=["sales"])

MINUTE = timedelta(minutes=1)
PAGES = LimitedBy(Limit(scope="feedback pages", count=120, per=MINUTE))
ANSWERS = LimitedBy(Limit(scope="feedback answers", count=30, per=MINUTE))


# POST, so that the link's secret isn't part of a URL. Read-only.
@router.post("/feedback/look", response=FeedbackOut, auth=anyone, throttle=[PAGES])
def look_at_feedback(request: HttpRequest, payload: FeedbackTokenIn) -> FeedbackOut:
    return answering.look(token=payload.token, reader=visitor_of(request).user)


@router.post("/feedback", response=FeedbackOut, auth=anyone, throttle=[ANSWERS])
def give_feedback(request: HttpRequest, payload: FeedbackIn) -> FeedbackOut:
    return answering.give(wanted=payload, reader=visitor_of(request).user)


@router.get("/reviews", response=ReviewsOut, auth=anyone)
def list_reviews(request: HttpRequest) -> HttpResponse:
    return answer_for_all(request, encode_reviews(public_reviews(), by_alias=True))
