"""allauth's account adapter."""

import re
from typing import Any, NoReturn

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.devices import remember_device
from frontrow.accounts.models import EmailKind, Role, User
from frontrow.accounts.registration import check_username, is_reserved, is_taken, tidy_username
from frontrow.accounts.return_to import COACH_DESK, DEFAULT
from frontrow.core.errors import Invalid

_NOT_IN_USERNAMES = re.compile(r"[^a-zA-Z0-9._-]+")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sends no emails: the messaging area, a higher layer, writes them."""

    def send_email(self, *, kind: EmailKind, user: User, link: str) -> None:
        raise NotImplementedError

    def send_code(self, *, user: User, code: str, event: str) -> None:
        raise NotImplementedError

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """allauth's own emails are not used."""

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        """Validate the name that a provider suggests, and generate one if it is invalid."""
        username = tidy_username(username)
        try:
            check_username(username)
        except Invalid as error:
            raise ValidationError(error.message) from error
        if is_taken(username):
            raise self.validation_error("username_taken")
        return username

    def generate_unique_username(self, txts: list[str | None], regex: str | None = None) -> str:
        """A free username based on the identity provider's data."""
        wished = next((text for text in txts if text), "") or "member"
        base = _NOT_IN_USERNAMES.sub("", wished.partition("@")[0])[:50].strip(".-_") or "member"
        name, number = base.ljust(3, "0"), 1
        while is_reserved(name) or is_taken(name):
            number += 1
            name = f"{base}{number}"
        return name

    def post_login(
        self, request: HttpRequest, user: User, *, signup: bool, **details: Any
    ) -> HttpResponse:
        """The last step of every sign-in, by any method."""
        action = "registered" if signup else "signed in"
        audit.record(by=actor_of(request), action=action, subject_type="user", subject_id=user.pk)
        remember_device(request, user=user)
        response: HttpResponse = super().post_login(request, user, signup=signup, **details)
        if user.role == Role.COACH and response.get("Location") == DEFAULT:
            # A coach has no pages in the portal. A request for any other page is honored.
            return HttpResponseRedirect(COACH_DESK)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> NoReturn:
        raise ImmediateHttpResponse(HttpResponseRedirect("/auth/login?error=deactivated"))
