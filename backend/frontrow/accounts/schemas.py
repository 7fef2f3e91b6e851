"""What accounts look like on the wire."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from frontrow.accounts.models import Role, UserStatus, ZoneChoice
from frontrow.accounts.rights import Right
from frontrow.core.operator_days import Day
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import Address, BrowserZone, FirstName, OneLine, PersonName, Phone

SIX = 6


def _needed(message: str) -> AfterValidator:
    def check(text: str) -> str:
        if not text:
            raise PydanticCustomError("needed", message)
        return text

    return AfterValidator(check)


def _six_digits(text: str) -> str:
    digits = "".join(text.split())
    if len(digits) != SIX or not digits.isascii() or not digits.isdigit():
        raise PydanticCustomError("needed", "Enter the six digits from the email")
    return digits


class ImpersonatedUserOut(AnswerModel):
    first_name: str
    last_name: str
    email: str


class CurrentUserOut(AnswerModel):
    id: int
    email: str
    username: str
    first_name: str
    last_name: str
    role: Role
    effective_role: Role
    is_admin: bool
    # What they may do at the desk, of whoever the pages are about: nothing while impersonating.
    rights: list[Right]
    is_impersonating: bool
    impersonated_user: ImpersonatedUserOut | None
    # Those of whoever the pages are about: while impersonating, that person's.
    timezone: str
    timezone_choice: str
    email_verified: bool
    has_password: bool
    # Providers that a person without a password can confirm sensitive steps at.
    confirms_at: list[str]
    has_second_factor: bool
    second_factor_required: bool


class SignInMethodsOut(AnswerModel):
    openid: bool
    openid_name: str
    google: bool


class RegisterIn(RequestModel):
    username: OneLine = Field(max_length=64)
    email: Address = Field(max_length=255)
    password: str = Field(max_length=1000)
    first_name: FirstName = ""
    last_name: PersonName = ""
    # From the link of an emailed invitation: whoever has it has read an email to that address.
    address_proof: OneLine = Field("", max_length=200)


class LoginIn(RequestModel):
    username: Annotated[OneLine, _needed("Username or email is required")] = Field(max_length=255)
    password: Annotated[str, _needed("Password is required")] = Field(max_length=1000)


class SignedInOut(AnswerModel):
    """`second_factor` asks for a code before the session opens."""

    next: str


class CodeIn(RequestModel):
    code: OneLine = Field(min_length=1, max_length=32)


class SignInCodeIn(RequestModel):
    """Six digits; spaces between them are how people read them."""

    code: Annotated[OneLine, AfterValidator(_six_digits)] = Field(max_length=32)


class CodeSignedInOut(SignedInOut):
    """`passwordRemoved` tells whoever proved the address to choose a new password."""

    password_removed: bool


class AddressIn(RequestModel):
    email: Address = Field(max_length=255)


class KeyIn(RequestModel):
    key: OneLine = Field(min_length=1, max_length=200)


class ResetPasswordIn(RequestModel):
    key: OneLine = Field(min_length=1, max_length=200)
    password: str = Field(max_length=1000)


class ChangePasswordIn(RequestModel):
    current_password: str = Field("", max_length=1000)
    new_password: str = Field(max_length=1000)


class PasswordIn(RequestModel):
    password: str = Field(max_length=1000)


class MessageOut(AnswerModel):
    message: str


class VerifiedOut(AnswerModel):
    """With a key, the page lets the reader choose a password before going on."""

    password_key: str | None


class ProfileOut(AnswerModel):
    first_name: str
    last_name: str
    email: str
    username: str
    phone: str
    timezone: str
    # Empty until their browser has said where it is.
    timezone_choice: str
    email_verified: bool


class ProfileIn(RequestModel):
    first_name: FirstName
    last_name: PersonName
    phone: Phone = ""
    timezone: OneLine = Field("", max_length=64)
    timezone_choice: ZoneChoice | None = None


class BrowserZoneIn(RequestModel):
    timezone: BrowserZone


class ReaderZoneOut(AnswerModel):
    timezone: str
    timezone_choice: str


class EnrollmentOut(AnswerModel):
    secret: str
    uri: str


class RecoveryCodesOut(AnswerModel):
    codes: list[str]


class AdminsExistOut(AnswerModel):
    admins_exist: bool


class BootstrapIn(RequestModel):
    code: str = Field("", max_length=200)


class ImpersonateIn(RequestModel):
    target_user_id: int | None = None
    role: Role | None = None
    # For a real person: they can read it in their profile.
    reason: OneLine = Field("", max_length=200)


class AccountVisitOut(AnswerModel):
    """Somebody of the school saw the site as this person: when, who, and why."""

    at: datetime
    by: str
    reason: str


class RoleIn(RequestModel):
    role: Role


class UserStateOut(AnswerModel):
    id: int
    email: str
    role: Role
    status: UserStatus


class AuditEntryOut(AnswerModel):
    id: int
    created_at: datetime
    actor_id: int | None
    actor: str
    acting_as_id: int | None
    acting_as: str
    action: str
    subject_type: str
    subject_id: str
    subject: str
    details: dict[str, Any]
    request_id: str


class AuditQuery(RequestModel):
    """What the log is narrowed by; all of it holds at once."""

    search: Annotated[OneLine, Field(max_length=100)] = ""
    # Part of a name or an address.
    who: Annotated[OneLine, Field(max_length=100)] = ""
    # As it is stored.
    act: Annotated[OneLine, Field(max_length=64)] = ""
    # Days of the operator's calendar, both included.
    since: Day | None = None
    until: Day | None = None
    subject_type: Annotated[OneLine, Field(max_length=32)] = ""
    subject_id: Annotated[OneLine, Field(max_length=64)] = ""


class AuditListQuery(AuditQuery):
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class AuditActOut(AnswerModel):
    """Something the log can hold: as it is stored, and as it is shown."""

    act: str
    words: str


class AuditPageOut(AnswerModel):
    rows: list[AuditEntryOut]
    # Of very many, only that there are more than this.
    total: int
    total_is_exact: bool
