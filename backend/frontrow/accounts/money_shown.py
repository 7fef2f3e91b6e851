"""Field types that redact amounts for callers without the right to see money.

They are also empty wherever the caller is unknown.
"""

import re
from decimal import Decimal
from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import PlainSerializer, SerializationInfo

from frontrow.accounts.models import User
from frontrow.accounts.rights import Right, may

_SUM = re.compile(r"\$\d[\d,]*(\.\d\d)?")


def answer_context(request: HttpRequest) -> dict[str, Any]:
    """The context for a response that is serialized by hand. Ninja passes the same one."""
    return {"request": request}


def may_see_money(request: HttpRequest) -> bool:
    user = getattr(request, "auth", None)
    return isinstance(user, User) and may(user, Right.MONEY)


def _is_shown(info: SerializationInfo) -> bool:
    request = (info.context or {}).get("request")
    return request is not None and may_see_money(request)


def _show_sum(amount: Decimal, info: SerializationInfo) -> Decimal | None:
    return amount if _is_shown(info) else None


def _show_cents(cents: int, info: SerializationInfo) -> int | None:
    return cents if _is_shown(info) else None


def _show_words(words: str, info: SerializationInfo) -> str:
    return words if _is_shown(info) else _SUM.sub("an amount", words)


# An amount, or null.
DeskSum = Annotated[Decimal, PlainSerializer(_show_sum, return_type=Decimal | None)]
DeskCents = Annotated[int, PlainSerializer(_show_cents, return_type=int | None)]
# A sentence in which amounts become "an amount".
DeskWords = Annotated[str, PlainSerializer(_show_words, return_type=str)]
