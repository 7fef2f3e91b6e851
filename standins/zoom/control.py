"""The test's hand on the stand-in: everything under `/_control/`."""

import json
from typing import Any

from standins.zoom.account import Json
from standins.zoom.api import Api

Said = tuple[int, Any]


def control(api: Api, method: str, path: str, body: str) -> Said:
    words = path.removeprefix("/_control/").split("/")
    try:
        command = json.loads(body or "{}")
        # Not under the lock: our server may call back while it hears of an event.
        if method == "POST" and words == ["events"]:
            sent = api.events.send(command["event"], command["payload"], at=command.get("at"))
            return 200, sent
        if method == "POST" and words == ["release"]:
            order, copies = command.get("order", "as sent"), int(command.get("copies", 1))
            return 200, api.events.release(order=order, copies=copies)
        if method == "POST" and words == ["validate"]:
            return 200, {"valid": api.events.validate()}
        with api.account.lock:
            return _obey(api, method, words, command)
    except (KeyError, TypeError, ValueError) as error:
        return 400, {"error": f"{type(error).__name__}: {error}"}


def _obey(api: Api, method: str, words: list[str], command: Json) -> Said:
    match method, words:
        case "GET", [what]:
            return _tell(api, what)
        case "POST", ["reset"]:
            api.reset()
        case "POST", ["clock"]:
            api.account.clock_offset += int(command["advance_seconds"])
        case "POST", ["pages"]:
            api.account.list_page = int(command["size"])
        case "POST", ["webhooks"]:
            api.events.configure(command["url"], command["secret"])
        case "POST", ["hold"]:
            api.events.holds = True
        case "POST", ["faults"]:
            api.faults.add(command["faults"])
        case "DELETE", ["faults"]:
            api.faults.clear()
        case "DELETE", ["meetings", number]:
            del api.account.meetings[int(number)]
        case _:
            return 404, {"error": "no such command"}
    return 200, {}


def _tell(api: Api, what: str) -> Said:
    match what:
        case "health":
            return 200, {"now": api.account.now()}
        case "meetings":
            return 200, [_shown(api, number) for number in sorted(api.account.meetings)]
        case "removed":
            return 200, api.account.removed
        case "requests":
            return 200, api.account.requests
        case "events":
            return 200, api.events.sent
        case _:
            return 404, {"error": "no such command"}


def _shown(api: Api, number: int) -> Json:
    meeting = api.account.meetings[number]
    return {"id": number, **meeting.fields, "registrants": meeting.registrants}
