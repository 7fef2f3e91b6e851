"""What strangers would like to be called, and the forms where they may try."""

from typing import Any

NOT_NAMES = (
    "URGENT:\u2800your\u2800refund\u2800waits",
    "https://evil.example",
    "www.evil.example",
    "a@evil.example",
    "[private link]",
    "<b>Ada</b>",
    "{firstName}",
    "Ada \u3164 Lovelace",
    "Ada\u202eecalevoL",
    "Ada \U0001f4b0",
    "A" * 61,
)
_WHO: dict[str, Any] = {"email": "victim@example.test"}
_ONE: dict[str, Any] = {"bootcampIds": [1]}
FORMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "free seat": ("/api/free-seat", "fullName", _WHO | _ONE | {"termsVersion": "1"}),
    "payment": ("/api/create-payment-intent", "fullName", _WHO | _ONE),
    "correction": ("/api/purchase-contact/correct", "fullName", _WHO | {"purchaseId": 1}),
    "hand-over": ("/api/seat/hand-over", "name", _WHO | {"token": "x"}),
    "waiting list": ("/api/waiting-list", "name", _WHO | _ONE),
    "contact": ("/api/contact", "name", _WHO | {"subject": "Hi", "message": "A long question"}),
}
