"""Endpoints for contact messages, text message consent and mail events."""

from django.http import HttpRequest

from frontrow.accounts.gates import anyone, current_user, signed_in
from frontrow.core.client_address import client_address
from frontrow.core.routing import Router
from frontrow.messaging.consent import agrees_to_texts, choose_sms
from frontrow.messaging.contact import receive_contact_message
from frontrow.messaging.schemas import ContactIn, ContactReceivedOut, SmsConsentIn, SmsConsentOut

router = Router(tags=["messages"])


@router.post("/contact", response=ContactReceivedOut, auth=anyone)
def send_contact_message(request: HttpRequest, payload: ContactIn) -> ContactReceivedOut:
    receive_contact_message(
        visitor=client_address(request),
        name=payload.name,
        email=payload.email,
        subject=payload.subject,
        message=payload.message,
        looks_automatic=bool(payload.website),
    )
    return ContactReceivedOut(message="We'll get back to you within 24 hours.")


@router.get("/user/sms-consent", response=SmsConsentOut, auth=signed_in)
def get_sms_consent(request: HttpRequest) -> SmsConsentOut:
    user = current_user(request)
    return SmsConsentOut(agrees=agrees_to_texts(user=user), phone=user.phone)


@router.put("/user/sms-consent", response=SmsConsentOut, auth=signed_in)
def set_sms_consent(request: HttpRequest, payload: SmsConsentIn) -> SmsConsentOut:
    user = current_user(request)
    return SmsConsentOut(agrees=choose_sms(user=user, agrees=payload.agrees), phone=user.phone)
