"""Compare email addresses that differ in spelling.

PostgreSQL's case-insensitive comparison equates a dotless i with an i, and Python's doesn't. If
lookups used one and rate limits the other, the difference would reveal who has an account.
"""

import re
import unicodedata
from typing import TypeVar

from django.db.models import CharField, Func, Model, Q, QuerySet, Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact

M = TypeVar("M", bound=Model)
# The suffix that many mailboxes let their owner add to the name.
_TAG = r"\+[^@]*@"


def address_key(address: str) -> str:
    """The key under which an address is compared, counted and stored, without case and width.

    A dotless i is kept: it is another letter and may be another person's mailbox.
    """
    return unicodedata.normalize("NFKC", address.strip()).casefold()


def bare_address(address: str) -> str:
    """The address without its suffix: ada+news@example.com becomes ada@example.com."""
    return re.sub(_TAG, "@", address_key(address))


def mailbox_key(address: str) -> str:
    """One key for all spellings of a mailbox: the bare address, and Gmail's two aliases.

    Gmail ignores dots, and googlemail.com is gmail.com. Use it only for limits on free items:
    sign-in and email use `address_key`, and other providers do distinguish dots.
    """
    local, at, domain = bare_address(address).rpartition("@")
    if domain in {"gmail.com", "googlemail.com"}:
        local, domain = local.replace(".", ""), "gmail.com"
    return f"{local}{at}{domain}"


class BareAddress(Func):
    """`bare_address` of a column. No index supports it, so use it on few rows."""

    function = "regexp_replace"
    output_field = CharField()

    def __init__(self, field: str) -> None:
        super().__init__(Lower(field), Value(_TAG), Value("@"))


def with_address(rows: QuerySet[M], address: str, *, field: str = "email") -> QuerySet[M]:
    """Rows with this address, by the index on its lower case."""
    named: QuerySet[M] = rows.alias(address_asked_for=Lower(field))  # type: ignore[assignment]
    return named.filter(address_asked_for=address_key(address))


def is_address(field: str, address: str) -> Q:
    """Whether the field holds this address ignoring case, by the index on its lower case.

    Django's `iexact` compares `UPPER(email)`, which has no index and would scan the whole table.
    """
    return Q(Exact(Lower(field), Lower(Value(address))))
