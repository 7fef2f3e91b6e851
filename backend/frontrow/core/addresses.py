"""When two spellings of an email address are the same one.

The database's own comparison without case takes a dotless i for an i, which Python does not. Where
one side looks people up and the other counts guesses, that difference tells who has an account.
"""

import re
import unicodedata
from typing import TypeVar

from django.db.models import CharField, Func, Model, Q, QuerySet, Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact

M = TypeVar("M", bound=Model)
# What many mailboxes let their owner add behind the name.
_TAG = r"\+[^@]*@"


def address_key(address: str) -> str:
    """What an address is compared, counted and kept by: no case, no full-width twins.

    A dotless i stays one: it is another letter, and may be another person's mailbox.
    """
    return unicodedata.normalize("NFKC", address.strip()).casefold()


def bare_address(address: str) -> str:
    """The mailbox behind it: ada+news@example.com is read by ada@example.com."""
    return re.sub(_TAG, "@", address_key(address))


def mailbox_key(address: str) -> str:
    """Of several spellings of one mailbox the same key: the bare address, and Gmail's two habits.

    Gmail ignores dots, and googlemail.com is gmail.com. Only for limits on what is given away:
    signing in and writing go by `address_key`, and other providers do read dots.
    """
    local, at, domain = bare_address(address).rpartition("@")
    if domain in {"gmail.com", "googlemail.com"}:
        local, domain = local.replace(".", ""), "gmail.com"
    return f"{local}{at}{domain}"


class BareAddress(Func):
    """The same, of a column. No index helps: ask it of few rows."""

    function = "regexp_replace"
    output_field = CharField()

    def __init__(self, field: str) -> None:
        super().__init__(Lower(field), Value(_TAG), Value("@"))


def with_address(rows: QuerySet[M], address: str, *, field: str = "email") -> QuerySet[M]:
    """Those rows with this address, by the index on its lower case."""
    named: QuerySet[M] = rows.alias(address_asked_for=Lower(field))  # type: ignore[assignment]
    return named.filter(address_asked_for=address_key(address))


def is_address(field: str, address: str) -> Q:
    """That the field holds this address as it was typed, by the index on its lower case.

    Django's `iexact` asks for `UPPER(email)`, for which no index helps: it reads the whole table.
    """
    return Q(Exact(Lower(field), Lower(Value(address))))
