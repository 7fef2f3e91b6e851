"""Request and response schemas of accounts."""

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
    # The rights of the user the pages are about. Empty while impersonating.
    rights: list[Right]
    is_impersonating: bool
    impersonated_user: ImpersonatedUserOut | None
    # The zone of the user the pages are about, who while impersonating is the other person.
    timezone: str
    timezone_choice: str
    email_verified: bool
    has_password: bool
    # Providers at which a person without a password can confirm sensitive actions.
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
    # From the link in an invitation email. It proves that the visitor read an email to that
    # address.
    address_proof: OneLine = Field("", max_length=200)


class LoginIn(RequestModel):
    username: Annotated[OneLine, _needed("Username or email is required")] = Field(max_length=255)
    password: Annotated[str, _needed("Password is required")] = Field(max_length=1000)


class SignedInOut(AnswerModel):
    """With `second_factor`, the session opens only after a code."""

    next: str


class CodeIn(RequestModel):
    code: OneLine = Field(min_length=1, max_length=32)


class SignInCodeIn(RequestModel):
    """Six digits. Spaces between them are ignored."""

    code: Annotated[OneLine, AfterValidator(_six_digits)] = Field(max_length=32)


class CodeSignedInOut(SignedInOut):
    """`passwordRemoved` means that the user must choose a new password."""

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
    """With a key, the page lets the user choose a password before continuing."""

    password_key: str | None


class ProfileOut(AnswerModel):
    first_name: str
    last_name: str
    email: str
    username: str
    phone: str
    timezone: str
    # Empty until the user's browser has reported its zone.
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
    # Required for a real student, who can read it in their profile.
    reason: OneLine = Field("", max_length=200)


class AccountVisitOut(AnswerModel):
    """A staff member viewed the site as this user: when, who, and why."""

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
    """Filters of the audit log, combined with AND."""

    search: Annotated[OneLine, Field(max_length=100)] = ""
    # Part of a name or an address.
    who: Annotated[OneLine, Field(max_length=100)] = ""
    # The action's stored name.
    act: Annotated[OneLine, Field(max_length=64)] = ""
    # Days of the operator's calendar, both included.
    since: Day | None = None
    until: Day | None = None
    subject_type: Annotated[OneLine, Field(max_length=32)] = ""
    subject_id: Annotated[OneLine, Field(max_length=64)] = ""


class AuditListQuery(AuditQuery):
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class AuditActOut(AnswerModel):
    """An action in the audit log: its stored name and its label."""

    act: str
    words: str


class AuditPageOut(AnswerModel):
    rows: list[AuditEntryOut]
    # True if there are more entries than were counted.
    total: int
    total_is_exact: bool
