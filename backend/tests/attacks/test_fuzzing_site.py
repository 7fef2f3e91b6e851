"""No call that can be made up from the API document breaks what visitors and students use."""

from typing import Any

import pytest
import redis
from django.http import HttpResponse, JsonResponse

from frontrow.core.security_headers import HEADERS
from tests.attacks.fuzzing import Call, Target, found_in, fuzz, targets
from tests.attacks.world import CANARY, World

pytestmark = pytest.mark.django_db

SITE = [target for target in targets() if not target.is_of_desk]


@pytest.mark.parametrize("target", SITE, ids=lambda target: target.name)
def test_made_up_calls_are_answered_as_documented(
    target: Target, world: World, limits: redis.Redis
) -> None:
    assert fuzz(target, world, limits) == []


REFUSED = {"code": "conflict", "message": "No.", "fields": {}}
STATS = Target("GET", "/api/admin/stats")


@pytest.mark.parametrize(
    ("role", "answer", "flaw"),
    [
        ("admin", JsonResponse(REFUSED, status=500), "answered 500"),
        ("admin", JsonResponse(REFUSED, status=418), "answered 418, which nobody documents"),
        ("admin", JsonResponse({"detail": "No."}, status=404), "refused with 404 in a shape"),
        ("admin", JsonResponse({}, status=201), "answered 201, which its document does not know"),
        ("admin", HttpResponse("hello", content_type="text/html"), "says it is text/html"),
        ("admin", JsonResponse({"revenue": 1}), "answered unlike its document"),
        ("student", JsonResponse(REFUSED, status=404), "answered 404 where the gate says 403"),
        ("anonymous", JsonResponse(REFUSED, status=403), "answered 403 where the gate says 401"),
        ("student", JsonResponse(REFUSED | {"message": CANARY}, status=403), "shows what was not"),
    ],
)
def test_control_each_flaw_would_be_found(role: str, answer: Any, flaw: str) -> None:
    for name, value in HEADERS.items():
        answer.headers[name] = value
    call = Call(path=STATS.path, body=b"", is_addressed=True)
    [found] = found_in(STATS, role, call, answer)
    assert found.startswith(flaw)


def test_control_missing_headers_would_be_found() -> None:
    answer: Any = JsonResponse(REFUSED, status=401, headers={"Access-Control-Allow-Origin": "*"})
    call = Call(path=STATS.path, body=b"", is_addressed=True)
    found = list(found_in(STATS, "anonymous", call, answer))
    assert found[-1] == "opens itself to other sites"
    assert len(found) == len(HEADERS) + 1
