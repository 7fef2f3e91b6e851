"""Endpoints about the caller: the current user, signing in, and signing out."""

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from frontrow.accounts import audit, providers
from frontrow.accounts.actor import actor_of
from frontrow.accounts.address_verification import (
    has_verified_address,
    send_verification_again,
    verify_address,
)
from frontrow.accounts.gates import acting, acting_user, anyone, oneself, signed_in
from frontrow.accounts.impersonation import impersonated_user
from frontrow.accounts.lifecycle import sign_out_everywhere as end_every_session
from frontrow.accounts.models import Role
from frontrow.accounts.passwords import change_password as set_new_password
from frontrow.accounts.passwords import forgot_password as send_reset_email
from frontrow.accounts.passwords import reset_password as set_forgotten_password
from frontrow.accounts.reauthentication import confirm_password
from frontrow.accounts.registration import register as open_account
from frontrow.accounts.return_to import safe_return_to, sign_in_page
from frontrow.accounts.rights import rights_of
from frontrow.accounts.schemas import (
    AddressIn,
    ChangePasswordIn,
    CodeIn,
    CodeSignedInOut,
    CurrentUserOut,
    ImpersonatedUserOut,
    KeyIn,
    LoginIn,
    MessageOut,
    PasswordIn,
    RegisterIn,
    ResetPasswordIn,
    SignedInOut,
    SignInCodeIn,
    SignInMethodsOut,
    VerifiedOut,
)
from frontrow.accounts.second_factor import finish_sign_in, has_second_factor
from frontrow.accounts.sign_in import SignInStep, sign_in
from frontrow.accounts.sign_in_codes import (
    ask_for_code,
    confirm_with_code,
    sign_in_with_code,
)
from frontrow.core.routing import Router
from frontrow.core.zones import known_zone

router = Router(tags=["account"])

EMAIL_SENT = "If an account with this address exists, we've sent an email to it."
CODE_SENT = "If there's an account for this address, we've sent a six-digit code to it."


@router.get("/auth/user", response=CurrentUserOut, auth=signed_in)
def get_current_user(request: HttpRequest) -> CurrentUserOut:
    user = acting_user(request)
    target = impersonated_user(request, acting=user)
    effective = target or user
    return CurrentUserOut(
        id=user.pk,
        email=user.email,
        username=user.username,
        first_name=user.first_name,
        last_name=user.last_name,
        role=Role(user.role),
        effective_role=Role(effective.role),
        is_admin=effective.is_admin,
        rights=sorted(rights_of(effective)),
        is_impersonating=target is not None,
        impersonated_user=ImpersonatedUserOut.model_validate(target) if target else None,
        timezone=known_zone(effective.timezone),
        timezone_choice=effective.timezone_choice,
        email_verified=has_verified_address(user),
        has_password=user.has_usable_password(),
        confirms_at=[] if user.has_usable_password() else providers.linked_to(user),
        has_second_factor=has_second_factor(user),
        second_factor_required=settings.ENV.ADMIN_SECOND_FACTOR_REQUIRED,
    )


@router.get("/auth/methods", response=SignInMethodsOut, auth=anyone)
def list_sign_in_methods(request: HttpRequest) -> SignInMethodsOut:
    return SignInMethodsOut(
        openid=providers.is_configured(providers.OPENID),
        openid_name=settings.ENV.OPENID_NAME,
        google=providers.is_configured(providers.GOOGLE),
    )


@router.post("/auth/register", response=SignedInOut, auth=anyone)
def register(request: HttpRequest, payload: RegisterIn) -> SignedInOut:
    open_account(request=request, **payload.model_dump())
    return SignedInOut(next=SignInStep.DONE.value)


@router.post("/auth/login", response=SignedInOut, auth=anyone)
def log_in(request: HttpRequest, payload: LoginIn) -> SignedInOut:
    step = sign_in(request=request, identifier=payload.username, password=payload.password)
    return SignedInOut(next=step.value)


@router.post("/auth/sign-in-code", response=MessageOut, auth=anyone)
def send_sign_in_code(
    request: HttpRequest, response: HttpResponse, payload: AddressIn
) -> MessageOut:
    ask_for_code(request=request, response=response, email=payload.email)
    return MessageOut(message=CODE_SENT)


@router.post("/auth/sign-in-code/use", response=CodeSignedInOut, auth=anyone)
def use_sign_in_code(
    request: HttpRequest, response: HttpResponse, payload: SignInCodeIn
) -> CodeSignedInOut:
    step, password_removed = sign_in_with_code(
        request=request, response=response, code=payload.code
    )
    return CodeSignedInOut(next=step.value, password_removed=password_removed)


@router.post("/auth/second-factor", response=SignedInOut, auth=anyone)
def give_second_factor(request: HttpRequest, payload: CodeIn) -> SignedInOut:
    finish_sign_in(request=request, code=payload.code)
    return SignedInOut(next=SignInStep.DONE.value)


@router.get("/login", auth=anyone, include_in_schema=False)
def start_openid_sign_in(
    request: HttpRequest,
    returnTo: str = "",  # noqa: N803
    choose: bool = False,  # noqa: FBT001, FBT002
) -> HttpResponse:
    """With `choose`, redirect to the page with all methods: some people only have a password."""
    if choose:
        return HttpResponseRedirect(sign_in_page(return_to=returnTo))
    return providers.start(request=request, provider=providers.OPENID, return_to=returnTo)


@router.get("/auth/google", auth=anyone, include_in_schema=False)
def start_google_sign_in(request: HttpRequest, returnTo: str = "") -> HttpResponse:  # noqa: N803
    return providers.start(request=request, provider=providers.GOOGLE, return_to=returnTo)


@router.get("/logout", auth=anyone, include_in_schema=False)
def log_out(
    request: HttpRequest,
    confirmed: bool = False,  # noqa: FBT001, FBT002
    returnTo: str = "",  # noqa: N803
) -> HttpResponse:
    """Sign out. Only a top-level navigation counts, so an image on another site has no effect."""
    site, kind = request.headers.get("Sec-Fetch-Site"), request.headers.get("Sec-Fetch-Dest")
    is_navigation = site in {"same-origin", "none"} and kind == "document"
    is_old_browser = site is None and confirmed
    if not (is_navigation or is_old_browser):
        return HttpResponseRedirect("/auth/logout")
    if request.user.is_authenticated:
        audit.record(
            by=actor_of(request),
            action="signed out",
            subject_type="user",
            subject_id=request.user.pk,
        )
    logout(request)
    return HttpResponseRedirect(safe_return_to(returnTo, default="/"))


@router.post("/auth/sign-out-everywhere", response=MessageOut, auth=oneself)
def sign_out_everywhere(request: HttpRequest) -> MessageOut:
    end_every_session(request=request, user=acting_user(request))
    return MessageOut(message="You're signed out on every device.")


@router.post("/auth/forgot-password", response=MessageOut, auth=anyone)
def forgot_password(request: HttpRequest, payload: AddressIn) -> MessageOut:
    send_reset_email(request=request, email=payload.email)
    return MessageOut(message=EMAIL_SENT)


@router.post("/auth/reset-password", response=MessageOut, auth=anyone)
def reset_password(request: HttpRequest, payload: ResetPasswordIn) -> MessageOut:
    set_forgotten_password(request=request, key=payload.key, password=payload.password)
    return MessageOut(message="Your password is set. You can sign in now.")


@router.post("/auth/change-password", response=MessageOut, auth=oneself)
def change_password(request: HttpRequest, payload: ChangePasswordIn) -> MessageOut:
    set_new_password(
        request=request,
        user=acting_user(request),
        current=payload.current_password,
        new=payload.new_password,
    )
    return MessageOut(message="Your password is changed.")


@router.post("/auth/verify-email", response=VerifiedOut, auth=anyone)
def verify_email(request: HttpRequest, payload: KeyIn) -> VerifiedOut:
    return VerifiedOut(password_key=verify_address(request=request, key=payload.key))


@router.post("/auth/resend-verification", response=MessageOut, auth=oneself)
def resend_verification(request: HttpRequest) -> MessageOut:
    send_verification_again(user=acting_user(request))
    return MessageOut(message="We've sent you an email.")


@router.post("/auth/confirm-password", response=MessageOut, auth=acting)
def prove_password(request: HttpRequest, payload: PasswordIn) -> MessageOut:
    confirm_password(request=request, user=acting_user(request), password=payload.password)
    return MessageOut(message="Thank you.")


@router.post("/auth/confirm-code", response=MessageOut, auth=acting)
def prove_by_code(
    request: HttpRequest, response: HttpResponse, payload: SignInCodeIn
) -> MessageOut:
    confirm_with_code(
        request=request, response=response, user=acting_user(request), code=payload.code
    )
    return MessageOut(message="Thank you.")
