"""Kinds of text people send us, each checked the same way everywhere."""

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
# Persian and Indian names are spelled with them.
_JOINERS = "\u200c\u200d"


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


def is_person_name(text: str) -> bool:
    """Whether a name, perhaps one from a sign-in provider, may be told to others."""
    try:
        _person_name(text)
    except PydanticCustomError:
        return False
    return bool(text)


def told_name(name: str, *, otherwise: str) -> str:
    """A name as an email may say it: one from a sign-in provider may be no name."""
    shortened = name[:LONGEST_PERSON_NAME].strip()
    return shortened if is_person_name(shortened) else otherwise


def _person_name(text: str) -> str:
    """Our emails greet people by it, so a stranger puts no link, sign or hidden letter into one."""
    one_line(text)
    if len(text) > LONGEST_PERSON_NAME:
        raise PydanticCustomError("person_name", "Enter a name of at most 60 characters")
    if any(sign in text.casefold() for sign in _NO_NAME) or any(map(_is_no_letter, text)):
        raise PydanticCustomError("person_name", NOT_A_NAME)
    return text


def _first_name(text: str) -> str:
    return text if _USERNAME.fullmatch(text) and "www." not in text else _person_name(text)


def _is_no_letter(char: str) -> bool:
    """A picture, a hidden character, or a letter that looks like a blank and joins words to one."""
    if char in _JOINERS:
        return False
    return unicodedata.category(char) in {"So", "Cf", "Co", "Cn"} or char in _BLANK_LETTERS


OneLine = Annotated[str, AfterValidator(one_line)]
Address = Annotated[str, AfterValidator(_address)]
# For forms that say in one sentence of their own what is missing.
AddressOrNothing = Annotated[str, AfterValidator(_address_or_nothing)]
# Every name that a person types, of any script.
PersonName = Annotated[str, AfterValidator(_person_name)]
# An account begins with its username as first name, which may look like an address.
FirstName = Annotated[str, AfterValidator(_first_name)]
# International form (E.164), or nothing.
Phone = Annotated[str, AfterValidator(_phone)]
# The time zone a browser says it is in. Nobody typed it, so an unknown one is ignored.
BrowserZone = Annotated[str, BeforeValidator(_browser_zone)]
