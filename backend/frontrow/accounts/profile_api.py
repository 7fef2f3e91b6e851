"""Endpoints for the caller's own profile and two-step verification."""

from django.http import HttpRequest

from frontrow.accounts import second_factor
from frontrow.accounts.address_verification import has_verified_address
from frontrow.accounts.gates import acting_user, current_user, oneself, signed_in
from frontrow.accounts.impersonation import Visit, visits_to
from frontrow.accounts.models import User
from frontrow.accounts.profile import update_profile as change_profile
from frontrow.accounts.reader_zone import note_browser_zone
from frontrow.accounts.reauthentication import require_recent_sign_in
from frontrow.accounts.schemas import (
    AccountVisitOut,
    BrowserZoneIn,
    CodeIn,
    EnrollmentOut,
    MessageOut,
    ProfileIn,
    ProfileOut,
    ReaderZoneOut,
    RecoveryCodesOut,
)
from frontrow.core.routing import Router
from frontrow.core.zones import known_zone

router = Router(tags=["profile"])


def _profile(user: User) -> ProfileOut:
    return ProfileOut(
        first_name=user.first_name,
        last_name=user.last_name,
        email=user.email,
        username=user.username,
        phone=user.phone,
        timezone=known_zone(user.timezone),
        timezone_choice=user.timezone_choice,
        email_verified=has_verified_address(user),
    )


@router.get("/user/profile", response=ProfileOut, auth=signed_in)
def get_profile(request: HttpRequest) -> ProfileOut:
    return _profile(current_user(request))


@router.patch("/user/profile", response=ProfileOut, auth=signed_in)
def update_profile(request: HttpRequest, payload: ProfileIn) -> ProfileOut:
    user = change_profile(request=request, user=current_user(request), **payload.model_dump())
    return _profile(user)


@router.get("/user/account-visits", response=list[AccountVisitOut], auth=signed_in)
def list_account_visits(request: HttpRequest) -> list[Visit]:
    return visits_to(current_user(request))


@router.post("/user/timezone", response=ReaderZoneOut, auth=signed_in)
def notice_timezone(request: HttpRequest, payload: BrowserZoneIn) -> ReaderZoneOut:
    user = note_browser_zone(user=acting_user(request), timezone=payload.timezone)
    return ReaderZoneOut(timezone=known_zone(user.timezone), timezone_choice=user.timezone_choice)


@router.post("/user/second-factor/start", response=EnrollmentOut, auth=oneself)
def start_second_factor(request: HttpRequest) -> EnrollmentOut:
    require_recent_sign_in(request)
    enrollment = second_factor.start_enrollment(user=acting_user(request))
    return EnrollmentOut(secret=enrollment.secret, uri=enrollment.uri)


@router.post("/user/second-factor/finish", response=RecoveryCodesOut, auth=oneself)
def finish_second_factor(request: HttpRequest, payload: CodeIn) -> RecoveryCodesOut:
    codes = second_factor.finish_enrollment(
        request=request, user=acting_user(request), code=payload.code
    )
    return RecoveryCodesOut(codes=codes)


@router.delete("/user/second-factor", response=MessageOut, auth=oneself)
def remove_second_factor(request: HttpRequest) -> MessageOut:
    require_recent_sign_in(request)
    second_factor.remove(request=request, user=acting_user(request))
    return MessageOut(message="Two-step verification is off.")
