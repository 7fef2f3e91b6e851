"""Endpoints of a student's choice after a class change, by the emailed link without an account."""

from datetime import timedelta

from django.http import HttpRequest

from frontrow.accounts.gates import anyone
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.sales.class_changes import choosing
from frontrow.sales.class_changes.schemas import (
    ClassChoiceIn,
    ClassChoiceOut,
    ClassChoiceTokenIn,
)

router = Router(tags=["sales"])

MINUTE = timedelta(minutes=1)
PAGES = LimitedBy(Limit(scope="class choice pages", count=120, per=MINUTE))
CLICKS = LimitedBy(Limit(scope="class choice clicks", count=60, per=MINUTE))


# POST, so that the link's secret isn't part of a URL. Read-only.
@router.post("/class-choice/look", response=ClassChoiceOut, auth=anyone, throttle=[PAGES])
def look_at_class_choice(request: HttpRequest, payload: ClassChoiceTokenIn) -> ClassChoiceOut:
    return choosing.look(token=payload.token)


@router.post("/class-choice", response=ClassChoiceOut, auth=anyone, throttle=[CLICKS])
def choose_for_class(request: HttpRequest, payload: ClassChoiceIn) -> ClassChoiceOut:
    return choosing.choose_by_link(
        token=payload.token, choice=payload.choice, to_bootcamp_id=payload.to_bootcamp_id
    )
