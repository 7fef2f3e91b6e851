"""Schemas of contact messages, consent, subscriptions and mail events."""

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import Address, OneLine, PersonName


class ContactIn(RequestModel):
    name: PersonName = Field(min_length=1)
    email: Address = Field(max_length=255)
    subject: OneLine = Field(min_length=1, max_length=200)
    message: str = Field(min_length=10, max_length=2000)
    # A honeypot: people don't see this field, and only bots fill it in.
    website: str = Field("", max_length=200)


class ContactReceivedOut(AnswerModel):
    message: str


class SmsConsentIn(RequestModel):
    agrees: bool


class SmsConsentOut(AnswerModel):
    """Whether the number in the profile may be sent text messages."""

    agrees: bool
    phone: str


class ReceiptNotedOut(AnswerModel):
    noted: bool


class MailEventsHeededOut(AnswerModel):
    """How many of the events were about our mails."""

    heeded: int


class UnsubscribeKeyIn(RequestModel):
    key: str = Field(min_length=1, max_length=1000)


class SubscriptionOut(AnswerModel):
    """Whether this address gets optional mail."""

    address: str
    is_unsubscribed: bool
