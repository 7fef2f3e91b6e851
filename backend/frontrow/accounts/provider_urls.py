"""URLs for identity providers' callbacks, and for the pages that allauth redirects to: ours."""

from collections.abc import Callable

from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.generic import RedirectView

from frontrow.accounts import providers
from frontrow.accounts.way_back import GoogleHere, OpenIdHere


def to(page: str) -> Callable[..., HttpResponseBase]:
    return RedirectView.as_view(url=page)


def back_from_google(request: HttpRequest) -> HttpResponse:
    callback = OAuth2CallbackView.adapter_view(GoogleHere)
    return providers.finish(request=request, provider=providers.GOOGLE, callback=callback)


def back_from_openid(request: HttpRequest, provider_id: str) -> HttpResponse:
    callback = OAuth2CallbackView.adapter_view(OpenIdHere(request, provider_id))
    return providers.finish(request=request, provider=provider_id, callback=callback)


urlpatterns = [
    path("api/auth/google/callback", back_from_google, name="google_callback"),
    path("api/auth/<provider_id>/callback", back_from_openid, name="openid_connect_callback"),
    # allauth redirects to these by name.
    path("api/auth/to/login", to("/auth/login"), name="account_login"),
    path("api/auth/to/register", to("/auth/register"), name="account_signup"),
    path("api/auth/to/inactive", to("/auth/login?error=deactivated"), name="account_inactive"),
    path("api/auth/to/taken", to("/auth/login?error=address_taken"), name="socialaccount_signup"),
    path("api/auth/to/code", to("/auth/login?step=code"), name="mfa_authenticate"),
    path("api/auth/to/profile", to("/profile"), name="account_email"),
]
