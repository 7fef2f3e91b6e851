"""Addresses an admin types in: what may become a link that other people click."""

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

_is_address = URLValidator(schemes=["https"], message="Invalid url")


def https_link(text: str) -> str:
    """An https address, or nothing at all; anything else, such as `javascript:`, is refused."""
    if not text:
        return text
    if not text.lower().startswith("https://"):
        raise PydanticCustomError("needed", "Use an address that starts with https://")
    try:
        _is_address(text)
        parts = urlsplit(text)
    except (ValidationError, ValueError) as error:
        raise PydanticCustomError("needed", "Invalid url") from error
    # Whatever stands before an @ can look like the host and is not.
    if parts.username is not None or "\\" in text:
        raise PydanticCustomError("needed", "Invalid url")
    return text


def is_youtube(link: str) -> bool:
    return (urlsplit(link).hostname or "").rstrip(".") in YOUTUBE_HOSTS
