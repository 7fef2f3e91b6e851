"""Redirect URIs for identity providers, built from SITE_URL instead of the request.

Behind nginx a request looks like plain HTTP, and its Host header may carry any port. The provider
accepts only the one URI that is registered with it.
"""

from typing import Any
from urllib.parse import urlsplit

from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.http import HttpRequest


class _Here:
    def get_callback_url(self, request: HttpRequest, app: Any) -> str:
        asked: str = super().get_callback_url(request, app)  # type: ignore[misc]
        return f"{settings.SITE_URL}{urlsplit(asked).path}"


class GoogleHere(_Here, GoogleOAuth2Adapter):  # type: ignore[misc]
    pass


class OpenIdHere(_Here, OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    pass
