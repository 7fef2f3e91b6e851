"""The page to return to after signing in or out: always on our site, whatever the URL says."""

from urllib.parse import urlencode

from django.utils.http import url_has_allowed_host_and_scheme

DEFAULT = "/portal"
COACH_DESK = "/coach"
SIGN_IN_PAGE = "/auth/login"
_HOSTILE = ("\\", "\r", "\n", "\t", "\x00")


def safe_return_to(wanted: str | None, *, default: str = DEFAULT) -> str:
    """The requested path, or the default if it could leave our site."""
    if (
        not wanted
        or not wanted.startswith("/")
        or wanted.startswith("//")
        or any(char in wanted for char in _HOSTILE)
        or not wanted.isprintable()
        or not url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    ):
        return default
    return wanted


def sign_in_page(*, return_to: str | None, error: str = "") -> str:
    """The URL of our sign-in form, which then continues to the requested page."""
    wanted = safe_return_to(return_to)
    query = {"error": error} if error else {}
    if wanted != DEFAULT:
        query["returnTo"] = wanted
    return f"{SIGN_IN_PAGE}?{urlencode(query)}" if query else SIGN_IN_PAGE
