"""Checkout endpoints: pay, hold, complete, and claim a guest's purchase."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import anyone, current_user, signed_in
from frontrow.accounts.schemas import AddressIn, MessageOut
from frontrow.core.errors import Malformed
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.sales.attending.meeting_events import MeetingEventAnswer, receive_meeting_event
from frontrow.sales.buyers import invitations
from frontrow.sales.buyers.finding import find_purchases
from frontrow.sales.buyers.resending_invitations import resend_invitations
from frontrow.sales.buyers.visitors import (
    INVITATION_COOKIE,
    LimitedByVisitor,
    recognized_visitor,
    set_private_cookie,
    visitor_of,
)
from frontrow.sales.changes import correcting
from frontrow.sales.changes.schemas import (
    CorrectableOut,
    CorrectedOut,
    CorrectionIn,
    OwnPurchaseIn,
)
from frontrow.sales.checkout.completing import complete_purchase as complete
from frontrow.sales.checkout.completing import last_purchase
from frontrow.sales.checkout.holds import hold_at_pay
from frontrow.sales.checkout.own_purchases import Buyer
from frontrow.sales.checkout.payment_session import PaymentSession, start_checkout
from frontrow.sales.checkout.quoting import quote_for
from frontrow.sales.checkout.resuming import under_way
from frontrow.sales.checkout.schemas import (
    AccountLinkedOut,
    CheckoutOut,
    CompletePurchaseIn,
    CompletePurchaseOut,
    HoldIn,
    HoldOut,
    InvitationOut,
    InvitationTokenIn,
    MeetingEventOut,
    PaymentIntentIn,
    PaymentIntentOut,
    QuoteIn,
    QuoteOut,
    UpgradeOut,
    UserExistsOut,
    WebhookOut,
)
from frontrow.sales.checkout.upgrades import owned_seats, upgrades_for, upgrades_to_show
from frontrow.sales.reconciliation.stripe_events import receive_event
from frontrow.sales.terms.codes import codes_exist
from frontrow.sales.waiting.offers import start_offer_checkout

router = Router(tags=["sales"])

MINUTE = timedelta(minutes=1)
# The form sends its edits every half second. A person stays far below this limit.
SESSIONS = LimitedByVisitor(Limit(scope="payment session calls", count=120, per=MINUTE))
QUOTES = LimitedByVisitor(Limit(scope="price quotes", count=30, per=MINUTE))
PAY_CLICKS = LimitedByVisitor(Limit(scope="pay clicks", count=30, per=MINUTE))
COMPLETIONS = LimitedByVisitor(Limit(scope="completions", count=120, per=MINUTE))
ADDRESS_CHECKS = LimitedByVisitor(Limit(scope="address checks", count=30, per=MINUTE))
INVITATIONS = LimitedByVisitor(Limit(scope="invitations", count=30, per=MINUTE))
CORRECTIONS = LimitedBy(Limit(scope="contact corrections", count=20, per=timedelta(hours=1)))
RESENDS = LimitedBy(Limit(scope="invitation emails", count=10, per=timedelta(hours=1)))
LARGEST_EVENT = 256 * 1024


@router.get("/checkout", response=CheckoutOut, auth=anyone)
def get_checkout(request: HttpRequest, response: HttpResponse) -> CheckoutOut:
    # Recognized first, so that a retry after a lost response is the same visitor.
    visitor = recognized_visitor(request, response)
    owned = owned_seats(user=visitor.user) if visitor.user else []
    upgrades, owned_bundle_ids = upgrades_for(owned)
    hold, begun = under_way(visitor=visitor)
    return CheckoutOut(
        publishable_key=settings.ENV.STRIPE_PUBLISHABLE_KEY,
        hold_seconds=settings.ENV.HOLD_SECONDS,
        owned_bootcamp_ids=sorted({seat.bootcamp_id for seat in owned}),
        owned_bundle_ids=owned_bundle_ids,
        upgrades=upgrades,
        hold=hold,
        begun=begun,
        codes_exist=codes_exist(),
        last_purchase=last_purchase(visitor=visitor),
    )


@router.get("/user/upgrades", response=list[UpgradeOut], auth=signed_in)
def list_upgrades(request: HttpRequest) -> list[UpgradeOut]:
    return upgrades_to_show(user=current_user(request))


@router.post("/create-payment-intent", response=PaymentIntentOut, auth=anyone, throttle=[SESSIONS])
def create_payment_intent(
    request: HttpRequest, response: HttpResponse, payload: PaymentIntentIn
) -> PaymentSession:
    visitor = recognized_visitor(request, response)
    buyer = Buyer(email=payload.email, full_name=payload.full_name, timezone=payload.timezone)
    if payload.offer:
        return start_offer_checkout(
            visitor=visitor, token=payload.offer, buyer=buyer, shown=payload.shown_amount
        )
    return start_checkout(
        visitor=visitor,
        bootcamp_ids=payload.bootcamp_ids,
        bundle_id=payload.bundle_id,
        buyer=buyer,
        dates={each.member_id: each.bootcamp_id for each in payload.chosen_dates},
        code=payload.code,
        shown=payload.shown_amount,
    )


# POST, because codes must not be logged.
@router.post("/quote", response=QuoteOut, auth=anyone, throttle=[QUOTES])
def quote_price(request: HttpRequest, payload: QuoteIn) -> QuoteOut:
    return quote_for(visitor=visitor_of(request), wanted=payload)


@router.post("/checkout/hold", response=HoldOut, auth=anyone, throttle=[PAY_CLICKS])
def hold_seats(request: HttpRequest, payload: HoldIn) -> HoldOut:
    held_until = hold_at_pay(
        visitor=visitor_of(request),
        payment_intent_id=payload.payment_intent_id,
        client_secret=payload.client_secret,
        terms_version=payload.terms_version,
        phone=payload.phone,
        wants_sms=payload.sms_consent,
        is_redirect=payload.method == "redirect",
    )
    return HoldOut(held_until=held_until)


@router.post(
    "/complete-purchase", response=CompletePurchaseOut, auth=anyone, throttle=[COMPLETIONS]
)
def complete_purchase(request: HttpRequest, payload: CompletePurchaseIn) -> CompletePurchaseOut:
    return complete(
        visitor=visitor_of(request),
        payment_intent_id=payload.payment_intent_id,
        client_secret=payload.client_secret,
    )


@router.get(
    "/check-user-exists/{email}", response=UserExistsOut, auth=anyone, throttle=[ADDRESS_CHECKS]
)
def check_user_exists(request: HttpRequest, email: str) -> UserExistsOut:
    exists = invitations.account_exists(
        email=email,
        visitor_key=visitor_of(request).key,
        invitation_token=request.COOKIES.get(INVITATION_COOKIE, ""),
    )
    return UserExistsOut(exists=exists)


# POST, because the secret must not be part of a URL.
@router.post("/purchase-contact/look", response=CorrectableOut, auth=anyone, throttle=[COMPLETIONS])
def look_at_purchase_contact(request: HttpRequest, payload: OwnPurchaseIn) -> CorrectableOut:
    return correcting.look_at_contact(
        purchase_id=payload.purchase_id,
        visitor=visitor_of(request),
        client_secret=payload.client_secret,
    )


@router.post(
    "/purchase-contact/correct", response=CorrectedOut, auth=anyone, throttle=[CORRECTIONS]
)
def correct_purchase_contact(request: HttpRequest, payload: CorrectionIn) -> CorrectedOut:
    return correcting.correct_own_purchase(
        by=actor_of(request), visitor=visitor_of(request), wanted=payload
    )


@router.post("/invitations/open", response=InvitationOut, auth=anyone, throttle=[INVITATIONS])
def open_invitation(
    request: HttpRequest, response: HttpResponse, payload: InvitationTokenIn
) -> InvitationOut:
    invitation = invitations.open_invitation(token=payload.invitation_token)
    set_private_cookie(response, INVITATION_COOKIE, payload.invitation_token)
    return InvitationOut(email=invitation.email, package_names=invitations.names_in(invitation))


@router.post("/invitations/resend", response=MessageOut, auth=anyone, throttle=[RESENDS])
def resend_invitation(request: HttpRequest, payload: AddressIn) -> MessageOut:
    resend_invitations(email=payload.email)
    return MessageOut(
        message="If a purchase with this address is waiting for an account, we've emailed it."
    )


@router.post("/find-purchases", response=MessageOut, auth=anyone)
def send_found_purchases(request: HttpRequest, payload: AddressIn) -> MessageOut:
    find_purchases(request=request, email=payload.email)
    return MessageOut(
        message="If there's a purchase or a seat for this address, we've sent an email to it."
    )


@router.post(
    "/complete-account-creation",
    response=AccountLinkedOut,
    auth=signed_in,
    throttle=[INVITATIONS],
)
def complete_account_creation(request: HttpRequest, payload: InvitationTokenIn) -> AccountLinkedOut:
    linked = invitations.claim_purchases(token=payload.invitation_token, user=current_user(request))
    return AccountLinkedOut(message="Your purchases are in your account.", linked_purchases=linked)


@router.post("/webhooks/stripe", response=WebhookOut, auth=anyone)
def receive_stripe_event(request: HttpRequest) -> WebhookOut:
    body, signature = _event_body(request), request.headers.get("Stripe-Signature", "")
    receive_event(body=body, signature=signature)
    return WebhookOut(received=True)


@router.post("/webhooks/zoom", response=MeetingEventOut, auth=anyone)
def receive_zoom_event(request: HttpRequest) -> MeetingEventAnswer:
    return receive_meeting_event(
        body=_event_body(request),
        signature=request.headers.get("x-zm-signature", ""),
        timestamp=request.headers.get("x-zm-request-timestamp", ""),
    )


def _event_body(request: HttpRequest) -> bytes:
    """The raw body of the webhook, limited in size."""
    length = request.headers.get("Content-Length", "")
    if request.headers.get("Content-Encoding") or not length.isdigit():
        raise Malformed
    if int(length) > LARGEST_EVENT:
        raise Malformed
    return request.body
