"""The name beside a review: the first name of the seat, or only its initial.

The initial where it could be taken for the school's, or is no name: an account begins with its
username, which may be an address.
"""

import re
import unicodedata

from django.conf import settings

from frontrow.accounts.models import Role, User

# A visitor would take a person called so for the school.
_OURS = re.compile(
    "admin|administrator|billing|coach|customer|desk|founder|help|helpdesk|host|info|instructor"
    "|manager|moderator|official|owner|refunds?|sales|security|service|staff|support|teacher"
    "|team|trainer|tutor|website|your"
)
_LONGEST = 50


def shown_name(*, name: str) -> str:
    """Of the whole name of whoever attends; empty where we don't know one."""
    first = next(iter(name.split()), "")[:_LONGEST]
    if not first or (_is_spelled(first) and not _could_be_ours(name)):
        return first
    return f"{first[0].upper()}."


def _is_spelled(first: str) -> bool:
    """In letters of any script, with their marks."""
    return all(char in "-'\u2019" or unicodedata.category(char)[0] in "LM" for char in first)


def _could_be_ours(name: str) -> bool:
    env = settings.ENV
    school = _words(f"{env.SITE_NAME} {env.OPERATOR_NAME}")
    if any(word in school or _OURS.fullmatch(word) for word in _words(name)):
        return True
    team = User.objects.exclude(role=Role.STUDENT)
    return team.filter(first_name__iexact=name.split(maxsplit=1)[0]).exists()


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
