"""Twilio webhooks: delivery receipts, and people's replies by text."""

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.gates import anyone
from frontrow.core.routing import Router
from frontrow.messaging.schemas import ReceiptNotedOut
from frontrow.messaging.texts import answer_reply, note_receipt

router = Router(tags=["messages"])


@router.post("/webhooks/twilio/receipt", response=ReceiptNotedOut, auth=anyone)
def receive_text_receipt(request: HttpRequest, message: int) -> ReceiptNotedOut:
    note_receipt(
        message_id=message,
        path=request.get_full_path(),
        fields=request.POST.dict(),
        signature=_signature(request),
    )
    return ReceiptNotedOut(noted=True)


@router.post("/webhooks/twilio/reply", auth=anyone)
def receive_text_reply(request: HttpRequest) -> HttpResponse:
    words = answer_reply(
        path=request.get_full_path(), fields=request.POST.dict(), signature=_signature(request)
    )
    return HttpResponse(words, content_type="text/xml")


def _signature(request: HttpRequest) -> str:
    return request.headers.get("X-Twilio-Signature", "")
