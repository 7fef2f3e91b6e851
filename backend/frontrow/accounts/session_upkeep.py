"""Delete expired sessions."""

from django.db.models.functions import Now

from frontrow.accounts.models import Session
from frontrow.core.jobs import job


@job(every="41 3 * * *")
def forget_expired_sessions(timestamp: int) -> None:
    Session.objects.filter(expire_date__lt=Now()).delete()
