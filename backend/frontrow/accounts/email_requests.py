"""Emails with a link that proves that the reader owns the address."""

from datetime import timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction

from frontrow.accounts.models import EmailKind, EmailRequest, User
from frontrow.core.addresses import address_key
from frontrow.core.jobs import enqueue, job
from frontrow.core.rate_limit import Limit

PER_ADDRESS = Limit(scope="emails", count=5, per=timedelta(hours=1))
PER_VISITOR = Limit(scope="emails:visitor", count=20, per=timedelta(hours=1))
PER_DEVICE = Limit(scope="emails:device", count=5, per=timedelta(hours=1))


@transaction.atomic
def request_email(*, kind: EmailKind, email: str) -> None:
    """Queue an email. Known and unknown addresses cost the same, and a job tells them apart."""
    wish = EmailRequest.objects.create(kind=kind, email=email)
    enqueue(write_email, request_id=wish.pk)


@job(queue="mail")
@transaction.atomic
def write_email(request_id: int) -> None:
    wish = EmailRequest.objects.select_for_update().filter(pk=request_id).first()
    if wish is None:
        return
    address = (
        EmailAddress.objects.filter(email=address_key(wish.email)).select_related("user").first()
    )
    if address is not None and address.user.is_active and not address.user.is_demo:
        link = _link(kind=EmailKind(wish.kind), address=address)
        if link:
            get_adapter().send_email(kind=EmailKind(wish.kind), user=address.user, link=link)
    wish.delete()


def _link(*, kind: EmailKind, address: EmailAddress) -> str:
    """The key is in the URL's fragment, which browsers send to no server and no other site."""
    if kind == EmailKind.VERIFY_ADDRESS:
        if address.verified:
            return ""
        return f"{settings.SITE_URL}/auth/verify-email#key={EmailConfirmationHMAC(address).key}"
    return f"{settings.SITE_URL}/auth/reset-password#key={reset_key(address.user)}"


def reset_key(user: User) -> str:
    return f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
