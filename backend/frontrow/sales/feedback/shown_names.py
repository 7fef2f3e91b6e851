"""The name next to a review: the attendee's first name, or only its initial.

The initial is used if the name could be taken for the school's or isn't a real name. A new
account's first name is its username, which may be an email address.
"""

import re
import unicodedata

from django.conf import settings

from frontrow.accounts.models import Role, User

# Names that a visitor could take for the school's own.
_OURS = re.compile(
    "admin|administrator|billing|coach|customer|desk|founder|help|helpdesk|host|info|instructor"
    "|manager|moderator|official|owner|refunds?|sales|security|service|staff|support|teacher"
    "|team|trainer|tutor|website|your"
)
_LONGEST = 50


def shown_name(*, name: str) -> str:
    """Derived from the attendee's full name. Empty if it isn't known."""
    first = next(iter(name.split()), "")[:_LONGEST]
    if not first or (_is_spelled(first) and not _could_be_ours(name)):
        return first
    return f"{first[0].upper()}."


def _is_spelled(first: str) -> bool:
    """Whether it consists of letters of any script, with their marks."""
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
