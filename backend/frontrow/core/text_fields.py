"""Kinds of text people send us, each checked the same way everywhere."""

import re
import unicodedata
from typing import Annotated, Any

import email_validator
from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

from frontrow.core.zones import known_zone

MAX_ADDRESS_LENGTH = 255


def one_line(text: str) -> str:
    # A line break in a name or subject could become a header of its own in a mail.
    if any(unicodedata.category(char) in {"Cc", "Zl", "Zp"} for char in text):
        raise PydanticCustomError("one_line", "Must be a single line of text")
    return text


def _address(text: str) -> str:
    try:
        # Whether the domain exists is for the mail server to find out. The flag only allows
        # reserved names such as .test, which reach nobody.
        checked = email_validator.validate_email(
            text, check_deliverability=False, test_environment=True
        )
    except email_validator.EmailNotValidError as error:
        raise PydanticCustomError("email", "Invalid email") from error
    if len(checked.normalized) > MAX_ADDRESS_LENGTH:
        raise PydanticCustomError("email", "Invalid email")
    return checked.normalized


def _address_or_nothing(text: str) -> str:
    return text and _address(text)


def _phone(text: str) -> str:
    number = re.sub(r"[\s().-]", "", text)
    if number and not re.fullmatch(r"\+[1-9][0-9]{6,14}", number):
        raise PydanticCustomError(
            "phone", "Enter the number with its country code, like +1 555 010 0199"
        )
    return number


def _browser_zone(told: Any) -> str:
    return known_zone(told) if isinstance(told, str) else ""


def _first_name(text: str) -> str:
    """Our emails greet people by it, so a stranger must not put a link into one."""
    if "/" in text or "www." in text.casefold():
        raise PydanticCustomError("first_name", "Enter a name without a web address")
    return one_line(text)


OneLine = Annotated[str, AfterValidator(one_line)]
Address = Annotated[str, AfterValidator(_address)]
# For forms that say in one sentence of their own what is missing.
AddressOrNothing = Annotated[str, AfterValidator(_address_or_nothing)]
FirstName = Annotated[str, AfterValidator(_first_name)]
# International form (E.164), or nothing.
Phone = Annotated[str, AfterValidator(_phone)]
# The time zone a browser says it is in. Nobody typed it, so an unknown one is ignored.
BrowserZone = Annotated[str, BeforeValidator(_browser_zone)]
