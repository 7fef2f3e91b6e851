"""What messages look like on the wire."""

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import Address, OneLine, PersonName


class ContactIn(RequestModel):
    name: PersonName = Field(min_length=1)
    email: Address = Field(max_length=255)
    subject: OneLine = Field(min_length=1, max_length=200)
    message: str = Field(min_length=10, max_length=2000)
    # A field people never see; only programs fill it in.
    website: str = Field("", max_length=200)


class ContactReceivedOut(AnswerModel):
    message: str


class SmsConsentIn(RequestModel):
    agrees: bool


class SmsConsentOut(AnswerModel):
    """Whether text messages may go to the number in the profile."""

    agrees: bool
    phone: str


class ReceiptNotedOut(AnswerModel):
    noted: bool


class MailEventsHeededOut(AnswerModel):
    """How many of the events were about mails of ours."""

    heeded: int


class UnsubscribeKeyIn(RequestModel):
    key: str = Field(min_length=1, max_length=1000)


class SubscriptionOut(AnswerModel):
    """Whether optional mail goes to this address."""

    address: str
    is_unsubscribed: bool
