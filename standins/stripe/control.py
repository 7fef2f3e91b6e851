"""The test's hand on the stand-in: everything under `/_control/`."""

import json
from typing import Any

from standins.stripe import disputes, payment_intents, refunds
from standins.stripe.api import Api
from standins.stripe.errors import StripeError
from standins.stripe.ledger import ledger
from standins.stripe.state import Caller, Json, Switches

Said = tuple[int, Any]


def control(api: Api, method: str, path: str, body: str) -> Said:
    try:
        command = json.loads(body or "{}")
        with api.state.lock:
            said = _obey(api, method, path.removeprefix("/_control/").split("/"), command)
            events = api.state.take_events()
    except StripeError as error:
        return error.status, {"error": error.error}
    except (KeyError, TypeError, ValueError) as error:
        return 400, {"error": f"{type(error).__name__}: {error}"}
    api.webhooks.dispatch(events)
    return said


def _obey(api: Api, method: str, words: list[str], command: Any) -> Said:
    match method, words:
        case "GET", [what]:
            return _tell(api, what)
        case "POST", ["reset"]:
            api.reset()
        case "POST", ["clock"]:
            seconds = int(command["advance_seconds"])
            if seconds < 0:
                raise ValueError("time does not go back")
            api.state.clock_offset += seconds
            payment_intents.lapse_holds(api.state)
            return 200, {"now": api.state.now()}
        case "POST", ["settings"]:
            api.state.switches = Switches(**{**vars(api.state.switches), **command})
            return 200, vars(api.state.switches)
        case "POST", ["faults"]:
            api.faults.add(command["faults"])
        case "DELETE", ["faults"]:
            api.faults.clear()
        case "POST", ["webhooks", *what]:
            return _webhooks(api, what, command)
        case "POST", [kind, *what]:
            return 200, _happen(api, kind, what, command)
        case _:
            return 404, {"error": "no such command"}
    return 200, {}


def _tell(api: Api, what: str) -> Said:
    match what:
        case "health":
            return 200, {"now": api.state.now()}
        case "ledger":
            return 200, ledger(api.state)
        case "requests":
            return 200, list(api.state.requests)
        case "webhooks":
            return 200, api.webhooks.report()
        case "faults":
            return 200, [vars(one) for one in api.faults.waiting]
        case _:
            return 404, {"error": "no such command"}


def _webhooks(api: Api, what: list[str], command: Json) -> Said:
    match what:
        case []:
            api.webhooks.configure(command)
            return 200, api.webhooks.report() | {"attempts": []}
        case ["release"]:
            return 200, {"released": api.webhooks.release(command.get("order", "as_kept"))}
        case ["resend"]:
            event = api.state.get("event", command["event"], param="event")
            api.webhooks.resend(event, int(command.get("copies", 1)))
            return 200, {}
        case _:
            return 404, {"error": "no such command"}


def _happen(api: Api, kind: str, what: list[str], command: Json) -> Any:
    """Things that only banks and cardholders can do."""
    state, nobody = api.state, Caller()
    match kind, what:
        case "disputes", []:
            return disputes.open_dispute(state, command, nobody)
        case "disputes", [identifier]:
            return disputes.decide(state, identifier, command["status"], nobody)
        case "refunds", []:
            return {"settled": refunds.settle_all(state, nobody)}
        case "refunds", [identifier]:
            return refunds.settle(state, identifier, command["status"], nobody)
        case "payment_intents", [identifier, "challenge"]:
            intent = state.get("payment_intent", identifier, param="intent")
            passed = {"complete": True, "fail": False}[command["outcome"]]
            return payment_intents.answer_challenge(state, intent, passed=passed, caller=nobody)
        case "payment_intents", [identifier, "visit"]:
            intent = state.get("payment_intent", identifier, param="intent")
            if intent["status"] != "requires_action":
                raise ValueError("nobody was sent away for this payment")
            outcome = command["outcome"]
            return payment_intents.answer_visit(state, intent, outcome=outcome, caller=nobody)
        case _:
            raise KeyError(kind)
