"""Addresses an admin types in: what may become a link that other people click."""

from typing import LiteralString
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
    if text and (problem := link_problem(text)):
        raise PydanticCustomError("needed", problem)
    return text


def link_problem(text: str) -> LiteralString:
    """What is wrong with an address, in words; nothing if it is fine."""
    if not text.lower().startswith("https://"):
        return "Use an address that starts with https://"
    try:
        _is_address(text)
        parts = urlsplit(text)
    except (ValidationError, ValueError):
        return "Invalid url"
    # Whatever stands before an @ can look like the host and is not.
    if parts.username is not None or "\\" in text:
        return "Invalid url"
    return ""


def is_youtube(link: str) -> bool:
    return (urlsplit(link).hostname or "").rstrip(".") in YOUTUBE_HOSTS
