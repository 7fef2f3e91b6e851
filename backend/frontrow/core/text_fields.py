"""Text field types, each with one validation that every endpoint shares."""

import re
import unicodedata
from typing import Annotated, Any

import email_validator
from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

from frontrow.core.zones import known_zone

MAX_ADDRESS_LENGTH = 255
LONGEST_PERSON_NAME = 60
NOT_A_NAME = "Enter a name without a web address or symbols"
_NO_NAME = ("/", "\\", "www.", "@", "[", "]", "<", ">", "{", "}")
# Hangul fillers, the Khmer inherent vowels, and the blank of Braille.
_BLANK_LETTERS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_USERNAME = re.compile(r"[\w.@+-]{1,64}")
# Persian and Indian names are spelled with these joiners.
_JOINERS = "\u200c\u200d"


def one_line(text: str) -> str:
    # A line break in a name or subject could inject a header into an email.
    if any(unicodedata.category(char) in {"Cc", "Zl", "Zp"} for char in text):
        raise PydanticCustomError("one_line", "Must be a single line of text")
    return text


def _address(text: str) -> str:
    try:
        # Whether the domain exists is the mail server's question. The flag allows only reserved
        # names such as .test, which no mail server serves.
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


def is_person_name(text: str) -> bool:
    """Whether a name, for example from a sign-in provider, may be shown to other people."""
    try:
        _person_name(text)
    except PydanticCustomError:
        return False
    return bool(text)


def told_name(name: str, *, otherwise: str) -> str:
    """The name for an email, or a neutral one if the provider's isn't a name."""
    shortened = name[:LONGEST_PERSON_NAME].strip()
    return shortened if is_person_name(shortened) else otherwise


def _person_name(text: str) -> str:
    """Our emails greet people by name, so a name may contain no link, symbol or hidden
    character."""
    one_line(text)
    if len(text) > LONGEST_PERSON_NAME:
        raise PydanticCustomError("person_name", "Enter a name of at most 60 characters")
    if any(sign in text.casefold() for sign in _NO_NAME) or any(map(_is_no_letter, text)):
        raise PydanticCustomError("person_name", NOT_A_NAME)
    return text


def _first_name(text: str) -> str:
    return text if _USERNAME.fullmatch(text) and "www." not in text else _person_name(text)


def _is_no_letter(char: str) -> bool:
    """A picture, a hidden character, or a letter that looks blank and would join two words."""
    if char in _JOINERS:
        return False
    return unicodedata.category(char) in {"So", "Cf", "Co", "Cn"} or char in _BLANK_LETTERS


OneLine = Annotated[str, AfterValidator(one_line)]
Address = Annotated[str, AfterValidator(_address)]
# For forms with their own message for a missing value.
AddressOrNothing = Annotated[str, AfterValidator(_address_or_nothing)]
# A person's name, in any script.
PersonName = Annotated[str, AfterValidator(_person_name)]
# A new account has its username as first name, which may look like an address.
FirstName = Annotated[str, AfterValidator(_first_name)]
# International format (E.164), or empty.
Phone = Annotated[str, AfterValidator(_phone)]
# The time zone that the browser reports. The visitor didn't type it, so an unknown zone is ignored.
BrowserZone = Annotated[str, BeforeValidator(_browser_zone)]
