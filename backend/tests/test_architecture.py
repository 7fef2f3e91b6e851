"""What the house promises about its own shape. The ladder itself is checked by import-linter."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from openapi_spec_validator import validate

from config.api import api
from frontrow.accounts.gates import GATES, Desk, needs
from tests.core.probe_urls import api as probe_api
from tests.operations import Listed, operations

BACKEND = Path(settings.BASE_DIR) / "backend"
SOURCES = sorted(
    path
    for folder in ("config", "frontrow")
    for path in (BACKEND / folder).rglob("*.py")
    if "migrations" not in path.parts
)


def ungated(listed: Iterator[Listed]) -> list[str]:
    return [item.name for item in listed if item.operation.auth_param not in GATES]


def test_every_route_names_its_gate() -> None:
    assert ungated(operations()) == []


def test_every_operation_of_the_desk_names_the_right_it_needs() -> None:
    """But for the few that a newcomer or whoever impersonates must reach."""
    for_others = {
        "GET /api/admin/exists",
        "POST /api/admin/bootstrap",
        "POST /api/admin/impersonate/stop",
    }
    unnamed = {
        item.name
        for item in operations()
        if item.path.startswith(("/api/admin/", "/api/coach/"))
        and not isinstance(item.operation.auth_param, Desk)
    }
    assert unnamed == for_others


def test_a_gate_cannot_be_made_for_a_right_that_nobody_defined() -> None:
    with pytest.raises(KeyError):
        needs("everything")  # type: ignore[arg-type]


def test_a_route_without_a_gate_would_be_found() -> None:
    assert ungated(operations(probe_api)) == ["GET /api/without-gate"]


def test_every_operation_is_named_after_its_function_and_only_once() -> None:
    names = Counter(item.operation.view_func.__name__ for item in operations())
    assert [name for name, times in names.items() if times > 1] == []


def test_the_openapi_document_is_valid_and_committed_as_it_is() -> None:
    document = json.loads(json.dumps(api.get_openapi_schema()))
    validate(document)
    assert document == json.loads((BACKEND / "openapi.json").read_text()), "run `make api`"


def test_no_name_on_the_wire_is_snake_case() -> None:
    leaks = [
        f"{schema}.{name}"
        for document in (api.get_openapi_schema(), probe_api.get_openapi_schema())
        for schema, body in document["components"]["schemas"].items()
        for name in body.get("properties", {})
        if "_" in name
    ]
    assert leaks == []


def test_answers_always_carry_every_field() -> None:
    schemas = api.get_openapi_schema()["components"]["schemas"]
    partial = [
        name
        for name, body in schemas.items()
        if name.endswith("Out") and set(body.get("required", [])) != set(body["properties"])
    ]
    assert partial == []


def test_every_operation_declares_the_error_answer() -> None:
    for path in api.get_openapi_schema()["paths"].values():
        for operation in path.values():
            told = operation["responses"]["default"]["content"]["application/json"]["schema"]
            assert told == {"$ref": "#/components/schemas/ErrorOut"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(BACKEND)))
def test_a_module_is_named_for_the_business_and_says_what_it_is_for(path: Path) -> None:
    assert path.stem not in {"services", "selectors", "utils", "helpers", "tasks", "signals"}
    tree = ast.parse(path.read_text())
    if path.name not in {"__init__.py", "apps.py"}:
        assert ast.get_docstring(tree), "open the module with one sentence"
    nested = [
        node.lineno
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and re.search(r"\b(?:from|import) (config|frontrow)\b", ast.unparse(node))
    ]
    assert nested == [], "import ours at the top: an import inside a function hides a circle"
    assert len(path.read_text().splitlines()) <= 400


# Modules that need the request itself. Every other rule takes an `Actor` or a `Visitor`.
READ_REQUESTS = {
    "catalogue/offers.py": "answers 304 by the entity tag that was sent",
    "backoffice/statistics/counting.py": "counts no visitor who asks not to be counted",
    "backoffice/statistics/funnel.py": "counts visits by the same rule",
    "backoffice/statistics/page_speed.py": "counts visits by the same rule",
    "integrations/mail_events.py": "hands the request to the mail vendor's reader",
    "messaging/mail_events.py": "hands the request to the mail vendor's reader",
    "portal/account_deletion.py": "ends the session",
    "sales/buyers/finding.py": "reads the cookie of a known browser",
    "sales/buyers/sign_out.py": "is a middleware that deletes cookies",
    "sales/buyers/visitors.py": "makes the visitor of a request",
}


def test_only_endpoints_and_what_reads_requests_take_one() -> None:
    found = {
        str(path.relative_to(BACKEND / "frontrow"))
        for path in (BACKEND / "frontrow").rglob("*.py")
        if not path.name.endswith("api.py")
        and path.relative_to(BACKEND / "frontrow").parts[0] not in {"accounts", "core"}
        and "HttpRequest" in path.read_text()
    }
    assert found == set(READ_REQUESTS)


def imported_tests(source: str) -> list[str]:
    """Test modules that a module of the tests imports from."""
    return [
        node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        and node.module
        and node.module.startswith("tests.")
        and node.module.rpartition(".")[2].startswith("test_")
    ]


def test_helpers_come_from_helper_modules_and_not_from_other_tests() -> None:
    found = {
        str(path.relative_to(BACKEND)): names
        for path in (BACKEND / "tests").rglob("*.py")
        if (names := imported_tests(path.read_text()))
    }
    assert found == {}
    assert imported_tests("from tests.sales.test_buying import statements") != []
