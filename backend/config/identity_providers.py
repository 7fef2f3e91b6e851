"""The identity providers that people can sign in with, in allauth's format."""

from typing import Any

from config.environment import Environment


def provider_settings(env: Environment) -> dict[str, Any]:
    providers: dict[str, Any] = {}
    if env.OPENID_SERVER_URL:
        providers["openid_connect"] = {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": "openid",
                    "name": env.OPENID_NAME or "OpenID",
                    "client_id": env.OPENID_CLIENT_ID,
                    "secret": env.OPENID_CLIENT_SECRET.get_secret_value(),
                    "settings": {
                        "server_url": env.OPENID_SERVER_URL,
                        "oauth_pkce_enabled": True,
                        "email_authentication": True,
                    },
                }
            ],
        }
    if env.GOOGLE_CLIENT_ID:
        providers["google"] = {
            "APPS": [
                {
                    "client_id": env.GOOGLE_CLIENT_ID,
                    "secret": env.GOOGLE_CLIENT_SECRET.get_secret_value(),
                }
            ],
            "SCOPE": ["openid", "profile", "email"],
            "OAUTH_PKCE_ENABLED": True,
            "EMAIL_AUTHENTICATION": True,
            **_google_addresses(env.GOOGLE_STAND_IN_URL),
        }
    return providers


def _google_addresses(stand_in: str) -> dict[str, str]:
    """Google's own URLs, unless a local emulator is configured."""
    if not stand_in:
        return {}
    return {
        "AUTHORIZE_URL": f"{stand_in}/authorize",
        "ACCESS_TOKEN_URL": f"{stand_in}/token",
        "CERTS_URL": f"{stand_in}/jwks",
        "ID_TOKEN_ISSUER": stand_in,
        "IDENTITY_URL": f"{stand_in}/userinfo",
    }
