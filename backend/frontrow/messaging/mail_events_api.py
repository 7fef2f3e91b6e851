"""The endpoint that the mail provider calls."""

from django.http import HttpRequest

from frontrow.accounts.gates import anyone
from frontrow.core.routing import Router
from frontrow.messaging.mail_events import heed_mail_events
from frontrow.messaging.schemas import MailEventsHeededOut

router = Router(tags=["messages"])


@router.post("/webhooks/mail", response=MailEventsHeededOut, auth=anyone)
def receive_mail_events(request: HttpRequest) -> MailEventsHeededOut:
    return MailEventsHeededOut(heeded=heed_mail_events(request=request))
