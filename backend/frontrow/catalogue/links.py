"""Validate links that an admin enters and other people click."""

from ipaddress import ip_address
from typing import Final, LiteralString
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from pydantic_core import PydanticCustomError

YOUTUBE_HOSTS = frozenset(
    {
        "youtube.com",
        "www.youtube.com",
        "m.youtube.com",
        "youtu.be",
        "www.youtu.be",
        "youtube-nocookie.com",
        "www.youtube-nocookie.com",
    }
)

# Host names that resolve only on the machine itself or in its own network.
_LOCAL_NAMES = (".localhost", ".local", ".internal", ".home.arpa", ".lan", ".intranet")

_is_address = URLValidator(schemes=["https"], message="Invalid url")


NOT_PUBLIC: Final = "Use an address that everybody can open"


def https_link(text: str) -> str:
    """An https URL or an empty string. Others, such as `javascript:`, are refused."""
    if text and (problem := link_problem(text)):
        raise PydanticCustomError("needed", problem)
    return text


def link_problem(text: str) -> LiteralString:
    """An error message for a URL, or an empty string."""
    if not text.lower().startswith("https://"):
        return "Use an address that starts with https://"
    try:
        _is_address(text)
        parts = urlsplit(text)
    except (ValidationError, ValueError):
        return "Invalid url"
    # The text before an @ can look like the host but isn't.
    if parts.username is not None or "\\" in text:
        return "Invalid url"
    return NOT_PUBLIC if _is_private(parts.hostname or "") else ""


def _is_private(host: str) -> bool:
    """Whether the host is this machine, its network or its cloud's metadata service."""
    host = host.rstrip(".")
    try:
        return not ip_address(host).is_global
    except ValueError:
        return f".{host}".endswith(_LOCAL_NAMES)


def is_youtube(link: str) -> bool:
    return (urlsplit(link).hostname or "").rstrip(".") in YOUTUBE_HOSTS
