"""Sign-in with an external identity provider.

A person is identified by the provider and the provider's id for them, never by an address. An
address links them to one of our accounts only if the provider vouches for it.
"""

from collections.abc import Callable
from typing import Any, NoReturn

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, get_adapter
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from frontrow.accounts.lifecycle import hand_over_to_owner
from frontrow.accounts.models import User
from frontrow.accounts.return_to import safe_return_to, sign_in_page
from frontrow.accounts.way_back import GoogleHere, OpenIdHere

OPENID = "openid"
GOOGLE = "google"
ADDRESS_TAKEN = "/auth/login?error=address_taken"
DEACTIVATED = "/auth/login?error=deactivated"
# Noted on a login of allauth's: the account was found by its address, not by the provider's id.
FOUND_BY_ADDRESS = "found_by_address"


def is_configured(provider: str) -> bool:
    name = "openid_connect" if provider == OPENID else provider
    return name in settings.SOCIALACCOUNT_PROVIDERS


def linked_to(user: User) -> list[str]:
    """The configured providers that this user's account is linked to."""
    names = SocialAccount.objects.filter(user=user).values_list("provider", flat=True)
    return sorted({name for name in names if name in {OPENID, GOOGLE} and is_configured(name)})


def start(*, request: HttpRequest, provider: str, return_to: str | None) -> HttpResponse:
    """Redirect to the provider, if the visitor asked for it on one of our own pages.

    A link from another site leads to our form instead: if the provider signed in silently, that
    link would switch the visitor to another account. A method that is not configured leads there
    too.
    """
    if not is_configured(provider) or not _is_own_wish(request):
        return HttpResponseRedirect(sign_in_page(return_to=return_to))
    try:
        chosen = get_adapter(request).get_provider(request, provider)
        response: HttpResponse = chosen.redirect(
            request, process="login", next_url=safe_return_to(return_to)
        )
    except (SocialApp.DoesNotExist, OSError):
        # requests' errors are OSErrors. The provider's endpoints could not be loaded.
        return HttpResponseRedirect(sign_in_page(return_to=return_to, error=provider))
    return response


def _is_own_wish(request: HttpRequest) -> bool:
    # Browsers too old to report the origin of a navigation are let through, as elsewhere.
    return request.headers.get("Sec-Fetch-Site", "none") in {"same-origin", "none"}


def finish(
    *, request: HttpRequest, provider: str, callback: Callable[[HttpRequest], HttpResponse]
) -> HttpResponse:
    """Handle the provider's redirect. If the provider is unreachable, redirect to our own form."""
    if not is_configured(provider):
        return HttpResponseRedirect("/auth/login")
    try:
        return callback(request)
    except OSError:
        return HttpResponseRedirect(f"/auth/login?error={provider}")


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def get_provider(self, request: HttpRequest, provider: str, client_id: Any = None) -> Any:
        found = super().get_provider(request, provider, client_id)
        found.oauth2_adapter_class = GoogleHere if provider == GOOGLE else OpenIdHere
        return found

    def get_requests_session(self) -> Any:
        """Don't follow redirects: nothing vouches for where they lead."""
        session = super().get_requests_session()
        session.max_redirects = 0
        return session

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Any = None,
        extra_context: Any = None,
    ) -> NoReturn:
        name = GOOGLE if getattr(provider, "id", "") == GOOGLE else OPENID
        raise ImmediateHttpResponse(HttpResponseRedirect(f"/auth/login?error={name}"))

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """The account was found by an address that the provider vouches for, which proves it."""
        if getattr(sociallogin, FOUND_BY_ADDRESS, False):
            hand_over_to_owner(user=sociallogin.user)

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[Any, str] | None:
        for address in sociallogin.email_addresses:
            address.verified = _vouches_for(sociallogin, address)
        found: tuple[Any, str] | None = super().authenticate_by_email(sociallogin)
        if found is not None and not found[0].is_active:
            raise ImmediateHttpResponse(HttpResponseRedirect(DEACTIVATED))
        if found is not None and found[0].is_demo:
            raise ImmediateHttpResponse(HttpResponseRedirect(ADDRESS_TAKEN))
        setattr(sociallogin, FOUND_BY_ADDRESS, found is not None)
        return found

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Always or never: we have no page on which to choose another address."""
        emails = [address.email for address in sociallogin.email_addresses]
        if not emails:
            self.on_authentication_error(request, sociallogin.provider)
        if User.objects.with_address(emails[0]).exists():
            raise ImmediateHttpResponse(HttpResponseRedirect(ADDRESS_TAKEN))
        return True


def _vouches_for(login: SocialLogin, address: EmailAddress) -> bool:
    """Whether the provider states that the address is verified, and is trusted to state it.

    Only a literal true counts: some providers send the string "false", which is truthy. Google is
    trusted for its own mailboxes and its customers' domains, and for no others.
    """
    if login.account.provider != GOOGLE:
        return address.verified is True
    claims = login.account.extra_data
    domain = address.email.rpartition("@")[2].casefold()
    customer = str(claims.get("hd") or "").casefold()
    return claims.get("email_verified") is True and domain in {"gmail.com", customer}
