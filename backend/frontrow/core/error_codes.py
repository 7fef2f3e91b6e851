"""Stable error codes. Clients and translations depend on these, not on messages."""

from enum import StrEnum


class ErrorCode(StrEnum):
    """The `code` of an error response. A code is never reused with another meaning."""

    # One per status, used if there is no more specific code.
    MALFORMED = "malformed"
    SIGN_IN_REQUIRED = "sign_in_required"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    CONFLICT = "conflict"
    GONE = "gone"
    TOO_LARGE = "too_large"
    NOT_JSON = "not_json"
    INVALID = "invalid"
    TOO_MANY_REQUESTS = "too_many_requests"
    INTERNAL_ERROR = "internal_error"
    PROVIDER_DOWN = "provider_down"
    UNAVAILABLE = "unavailable"

    # Authentication and authorization.
    INVALID_CREDENTIALS = "invalid_credentials"
    SIGN_IN_CODE_WRONG = "sign_in_code_wrong"
    SIGN_IN_CODE_OVER = "sign_in_code_over"
    ADMIN_REQUIRED = "admin_required"
    RIGHT_REQUIRED = "right_required"
    PASSWORD_REQUIRED = "password_required"  # noqa: S105 - a name, not a password
    SECOND_FACTOR_REQUIRED = "second_factor_required"
    READ_ONLY_IMPERSONATION = "read_only_impersonation"
    ACCOUNT_DEACTIVATED = "account_deactivated"
    LAST_ADMIN = "last_admin"

    # Admin panel: bulk actions.
    NOTHING_CHOSEN = "nothing_chosen"
    TOO_MANY_CHOSEN = "too_many_chosen"
    ALREADY_FINISHED = "already_finished"

    # Checkout.
    SOLD_OUT = "sold_out"
    SEAT_HELD = "seat_held"
    NOT_ON_SALE = "not_on_sale"
    SEATS_LEFT = "seats_left"
    OFFER_OVER = "offer_over"
    ALREADY_OWNED = "already_owned"
    NOTHING_TO_PAY = "nothing_to_pay"
    DATES_OVERLAP = "dates_overlap"
    PAYMENT_IN_PROGRESS = "payment_in_progress"
    ALREADY_PAID = "already_paid"
    NOT_CHARGED = "not_charged"
    PAYMENT_REFUSED = "payment_refused"
    PRICE_CHANGED = "price_changed"
    CODE_REFUSED = "code_refused"
    CODE_GONE = "code_gone"
    INVITATION_USED = "invitation_used"
    INVITATION_EXPIRED = "invitation_expired"

    # After the purchase.
    NOTHING_TO_REFUND = "nothing_to_refund"
    REFUND_TOO_LARGE = "refund_too_large"
    REFUND_REFUSED = "refund_refused"
    REFUND_IN_PROGRESS = "refund_in_progress"
    NO_REFUND_DUE = "no_refund_due"
    PAYMENT_DISPUTED = "payment_disputed"
    ALREADY_ENROLLED = "already_enrolled"
    HAS_ACCOUNT = "has_account"
    CORRECTION_CLOSED = "correction_closed"
    CERTIFICATE_NOT_EARNED = "certificate_not_earned"
    ACCESS_ENDED = "access_ended"
    SEAT_CANNOT_MOVE = "seat_cannot_move"
    DIFFERENCE_DUE = "difference_due"
    SEAT_HANDED_OVER = "seat_handed_over"
    CHOICE_CLOSED = "choice_closed"
    CLASS_CANCELED = "class_canceled"
    ANSWERS_CLOSED = "answers_closed"
    FEEDBACK_CLOSED = "feedback_closed"
    FEEDBACK_GIVEN = "feedback_given"

    # Sessions and coaching.
    NOT_OPEN_YET = "not_open_yet"
    ALREADY_OPEN = "already_open"
    SESSION_ENDED = "session_ended"
    NO_MEETING_YET = "no_meeting_yet"
    SLOT_TAKEN = "slot_taken"
    SLOT_CLOSED = "slot_closed"

    # Admin panel.
    NO_RECIPIENTS = "no_recipients"
    ALREADY_SENT = "already_sent"
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused"
    CHANGED_MEANWHILE = "changed_meanwhile"
    SEATS_TAKEN = "seats_taken"
    IN_USE = "in_use"
    NOT_SET_UP = "not_set_up"
    UPLOAD_INCOMPLETE = "upload_incomplete"
