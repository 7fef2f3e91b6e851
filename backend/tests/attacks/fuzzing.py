"""Calls made up from the API document, each sent as every kind of caller, and what must hold."""

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import jsonschema_rs
import redis
import schemathesis
from django.conf import settings
from django.db import IntegrityError, connection
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode

from frontrow.accounts.reauthentication import PasswordNeeded
from frontrow.core.same_origin import SAFE_METHODS
from frontrow.core.security_headers import HEADERS
from tests.attacks.world import CANARY, ROLES, Known, World
from tests.rolled_back import rolled_back
from tests.sizes import size

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

JSON = "application/json"
EXAMPLES = size("FUZZ_EXAMPLES")
SEED = int(os.environ.get("FUZZ_SEED", "1"))
# One line per operation, for the report of a long run.
REPORT = os.environ.get("FUZZ_REPORT", "")
DOCUMENT: dict[str, Any] = json.loads(
    (Path(settings.BASE_DIR) / "backend/openapi.json").read_text()
)
# The same for everybody, and kept for a moment on the way.
PUBLIC = {"/api/bootcamps", "/api/bundles", "/api/reviews"}
# What other sites show beside a link to a certificate: its code is known to whoever asks.
PICTURES = {"/api/certificates/{code}/picture.png"}
REFUSALS = {400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429}
REFUSAL = jsonschema_rs.validator_for(
    {"$ref": "#/components/schemas/ErrorOut", "components": DOCUMENT["components"]}
)
PATIENT = hypothesis_settings(
    max_examples=EXAMPLES,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
_SCHEMA = schemathesis.openapi.from_dict(
    DOCUMENT,
    config=schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}}),
)


@dataclass(frozen=True)
class Call:
    path: str
    body: bytes
    # Whether a route is meant at all: a place filled with nothing or with a slash is another path.
    is_addressed: bool


@dataclass(frozen=True)
class Target:
    """One operation of the document, as an attacker and a careful reader see it."""

    method: str
    path: str

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @cached_property
    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = DOCUMENT["paths"][self.path][self.method.lower()]
        return told

    @property
    def gate(self) -> str:
        [gate] = self.told.get("security", [{"anyone": []}])
        return str(next(iter(gate)))

    @property
    def is_of_desk(self) -> bool:
        return self.gate.startswith("Desk")

    @cached_property
    def answers(self) -> dict[int, jsonschema_rs.Validator | None]:
        """What is promised for each status of success: a shape, or nothing in JSON."""
        return {
            int(status): jsonschema_rs.validator_for(
                told["content"]["application/json"]["schema"]
                | {"components": DOCUMENT["components"]}
            )
            if "content" in told
            else None
            for status, told in self.told["responses"].items()
            if status != "default"
        }

    def calls(self, known: Known) -> st.SearchStrategy[Call]:
        """Half of them as the document wants them, half not; most name things that are there."""
        inputs = self.told.get("parameters") or "requestBody" in self.told
        modes = tuple(GenerationMode) if inputs else (GenerationMode.POSITIVE,)
        cases = st.one_of([_SCHEMA[self.path][self.method].as_strategy(mode) for mode in modes])
        unasked = st.just({}) if inputs else st.dictionaries(st.text(), st.text(), max_size=3)
        # Not drawn by Hypothesis, which likes some numbers better than others.
        dice = random.Random(f"{SEED} {self.name}")
        return st.builds(lambda case, more: self._call(case, more, dice, known), cases, unasked)

    def _call(
        self, case: Case[Any], unasked: dict[str, str], dice: random.Random, known: Known
    ) -> Call:
        # Half of the calls name only what is there, the others now and then.
        chance = dice.choice([1.0, 0.4])

        def named(given: dict[str, Any]) -> dict[str, Any]:
            return {
                name: dice.choice(known[name])
                if name in known and dice.random() < chance
                else value
                for name, value in given.items()
            }

        path, places = self.path, named(case.path_parameters or {})
        for name, value in places.items():
            path = path.replace(f"{{{name}}}", quote(str(value), safe="", errors="surrogatepass"))
        query = named(case.query or {}) | unasked
        body = b""
        if "requestBody" in self.told and case.body.__class__.__name__ != "NotSet":
            sent = named(case.body) if isinstance(case.body, dict) else case.body
            body = json.dumps(sent, default=str).encode()
        asked = urlencode(query, doseq=True, errors="surrogatepass")
        return Call(
            path=f"{path}?{asked}" if asked else path,
            body=body,
            is_addressed=all(str(one) and "/" not in str(one) for one in places.values()),
        )


def targets() -> list[Target]:
    return [
        Target(method.upper(), path)
        for path, methods in DOCUMENT["paths"].items()
        for method in methods
    ]


def fuzz(target: Target, world: World, store: redis.Redis) -> list[str]:
    """What did not hold, each said once; each call is undone before the next."""
    flaws: dict[str, str] = {}
    seen: Counter[str] = Counter()

    @seed(SEED)
    @PATIENT
    @given(target.calls(world.known))
    def attack(call: Call) -> None:
        with undone(store):
            for role in ROLES:
                response = send(target, world, role, call, store)
                seen[f"{role} {response.status_code}"] += 1
                for flaw in found_in(target, role, call, response):
                    told = f"{target.method} {call.path} {call.body!r}: {response.content[:300]!r}"
                    flaws.setdefault(f"{role}: {flaw}", told)

    attack()
    if REPORT:
        with Path(REPORT).open("a") as report:
            report.write(
                json.dumps({"operation": target.name, "seen": seen, "flaws": flaws}) + "\n"
            )
    return [f"{flaw} {told}" for flaw, told in flaws.items()]


@contextmanager
def undone(store: redis.Redis) -> Iterator[None]:
    """What is done inside leaves nothing, not even a use of some limit."""
    store.flushdb()
    with rolled_back():
        yield


def send(target: Target, world: World, role: str, call: Call, store: redis.Redis) -> "Response":
    client = world.caller(role)

    def ask() -> "Response":
        return client.generic(target.method, call.path, call.body, content_type=JSON)

    # Looking changes nothing, and where the gate refuses nothing may change: half the time of a run
    # would go into undoing it.
    if target.method in SAFE_METHODS or _gate_says(target, role):
        return ask()
    with undone(store):
        response = ask()
        if response.status_code < 400:
            try:
                # What the database would say at the commit that never comes here.
                connection.check_constraints()
            except IntegrityError as error:
                response.status_code, response.content = 500, str(error).encode()
    return response


def found_in(target: Target, role: str, call: Call, response: "Response") -> Iterator[str]:
    status = response.status_code
    if status >= 500:
        yield f"answered {status}"
    elif status >= 400:
        if status not in REFUSALS:
            yield f"answered {status}, which nobody documents"
        elif not REFUSAL.is_valid(json.loads(response.content)):
            yield f"refused with {status} in a shape of its own"
        elif PasswordNeeded.message.encode() in response.content:
            # What lies behind would never be met.
            yield "asked for a password that was given a moment ago"
    elif call.is_addressed:
        yield from _unlike_the_document(target, response)
    wanted = _gate_says(target, role)
    if wanted and call.is_addressed and status != wanted:
        yield f"answered {status} where the gate says {wanted}"
    yield from _shown_too_freely(target, role, response)


def _unlike_the_document(target: Target, response: "Response") -> Iterator[str]:
    status = response.status_code
    if status not in target.answers:
        yield f"answered {status}, which its document does not know"
        return
    shape = target.answers[status]
    if shape is None:
        return
    if response.headers["Content-Type"].partition(";")[0] != "application/json":
        yield f"says it is {response.headers['Content-Type']}"
    elif error := next(shape.iter_errors(json.loads(response.content)), None):
        yield f"answered unlike its document: {error.message[:200]}"


def _shown_too_freely(target: Target, role: str, response: "Response") -> Iterator[str]:
    for name, value in HEADERS.items():
        if response.headers.get(name) != value and target.path not in PUBLIC | PICTURES:
            yield f"header {name} is {response.headers.get(name)}"
    if "Access-Control-Allow-Origin" in response.headers:
        yield "opens itself to other sites"
    if role != "admin" and CANARY.encode() in response.content:
        yield "shows what was not paid for"


def _gate_says(target: Target, role: str) -> int | None:
    """The one status a gate leaves, whatever is asked; none where the rule decides."""
    if target.gate == "Acting":
        return 401 if role == "anonymous" else None
    if role == "anonymous":
        return None if target.gate == "anyone" else 401
    if role == "impersonating" and target.method not in SAFE_METHODS:
        return 403
    if target.is_of_desk and role != "admin":
        return 403
    return None
