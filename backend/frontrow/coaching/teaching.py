"""Which classes a coach teaches: those in which the coach has a private hour that isn't
canceled."""

from django.db.models import QuerySet

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import CoachingSession, CoachingStatus


def classes_taught_by(user: User) -> QuerySet[Bootcamp]:
    hours = CoachingSession.objects.filter(coach__user=user).exclude(status=CoachingStatus.CANCELED)
    return Bootcamp.objects.filter(pk__in=hours.values("bootcamp_id"))
