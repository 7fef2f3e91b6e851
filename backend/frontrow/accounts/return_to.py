"""Where signing in or out may lead back to: a page of ours, whatever the address says."""

from django.utils.http import url_has_allowed_host_and_scheme

DEFAULT = "/portal"
_HOSTILE = ("\\", "\r", "\n", "\t", "\x00")


def safe_return_to(wanted: str | None, *, default: str = DEFAULT) -> str:
    """The path as asked for, or the default where it could leave our site."""
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
