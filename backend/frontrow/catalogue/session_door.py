"""The join window of a live session: from half an hour before its start until its end."""

from datetime import datetime, timedelta

from django.db import models

from frontrow.core.schemas import AnswerModel

OPENS_BEFORE = timedelta(minutes=30)


class JoinState(models.TextChoices):
    WAITING = "waiting"
    OPEN = "open"
    ENDED = "ended"


class JoinStandingOut(AnswerModel):
    """The state of the join window at `as_of`, from which the page counts on."""

    state: JoinState
    opens_at: datetime
    closes_at: datetime
    as_of: datetime


def stand_at_the_door(*, starts_at: datetime, ends_at: datetime, at: datetime) -> JoinStandingOut:
    opens_at = starts_at - OPENS_BEFORE
    if at < opens_at:
        state = JoinState.WAITING
    elif at < ends_at:
        state = JoinState.OPEN
    else:
        state = JoinState.ENDED
    return JoinStandingOut(state=state, opens_at=opens_at, closes_at=ends_at, as_of=at)
