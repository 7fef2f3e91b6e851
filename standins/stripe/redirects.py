"""Ways to pay that send the buyer to another page and back, each visit by an address of its own."""

from urllib.parse import urlencode, urlsplit, urlunsplit

from standins.stripe.errors import malformed
from standins.stripe.state import Caller, Json, State, random_text


def send_away(state: State, intent: Json, method: Json, values: Json, caller: Caller) -> None:
    """The buyer is to go to the page of this way to pay; earlier visits are over."""
    if "return_url" not in values:
        raise malformed(
            f"A payment method of type {method['type']} redirects your customer: `return_url` is"
            " required to confirm this PaymentIntent.",
            param="return_url",
            code="parameter_missing",
        )
    visit = f"pa_nonce_{random_text(24)}"
    state.visits[visit] = (intent["id"], values["return_url"])
    intent["status"] = "requires_action"
    intent["last_payment_error"] = None
    intent["next_action"] = {
        "type": "redirect_to_url",
        "redirect_to_url": {
            "return_url": values["return_url"],
            "url": f"{caller.origin}/{method['type']}.html?visit={visit}",
        },
    }
    state.emit("payment_intent.requires_action", intent, caller)


def find(state: State, visit: str) -> tuple[Json, str] | None:
    """The payment somebody went away for, and where they come back to."""
    known = state.visits.get(visit)
    if known is None:
        return None
    return state.tables["payment_intent"][known[0]], known[1]


def is_open(intent: Json, visit: str) -> bool:
    """Nothing has become of it, and nobody has begun anew since."""
    action = (intent["next_action"] or {}).get("redirect_to_url")
    return bool(action and action["url"].endswith(visit))


def way_back(intent: Json, return_url: str) -> str:
    parts = urlsplit(return_url)
    more = urlencode(
        {
            "payment_intent": intent["id"],
            "payment_intent_client_secret": intent["client_secret"],
            "redirect_status": "succeeded" if _is_paid(intent) else "failed",
        }
    )
    return urlunsplit(parts._replace(query="&".join(filter(None, (parts.query, more)))))


def _is_paid(intent: Json) -> bool:
    return intent["status"] in {"requires_capture", "succeeded"}
