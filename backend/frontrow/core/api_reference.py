"""Write the API's reference page from the OpenAPI document."""

from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]

HEAD = """# The API

The endpoints that the pages call, and that a program with a session cookie can call. `make api`
generates this page from `backend/openapi.json`, so change the code instead.

- **Format**: requests and responses are JSON in camelCase. Amounts are strings (`"995.00"`), and
  times are ISO 8601 in UTC. A request with an unknown field is refused.
- **Callers**: *anyone*; users who are *signed in* (a session cookie); users whose role has a
  *right* (`backend/frontrow/accounts/rights.py` maps roles to rights); or the *signed-in person*,
  even while they impersonate another user. During impersonation, every other call reads as the
  impersonated user and changes nothing.
- **Amounts in the admin panel** (`totalAmount`, `refundedAmount`, `revenue` …) are `null` for
  callers without the right `money`.
- **Errors** are `{"code": "sold_out", "message": "a sentence", "fields": {"name": "one"}}` with a
  status. Programs should check the [code](#errorcode), because messages change. Statuses: 400
  malformed, 401 not signed in, 403 not allowed or a password is required first, 404 doesn't exist
  or isn't yours, 405 wrong method, 409 conflicts with the current state, 410 gone, 413 too large,
  415 not JSON, 422 a field is invalid, 429 too many requests (see `Retry-After`), 502 a vendor is
  unavailable, 503 try again in a moment.
- **Cross-site requests** are refused. A program sends `Content-Type: application/json` and no
  `Origin`.
"""
CALLERS = {
    "": "anyone",
    "SignedIn": "signed in",
    "Oneself": "signed in",
    "Acting": "the signed-in person",
}


def write_reference(document: Document) -> str:
    operations = [
        (operation["tags"][0], path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    text = HEAD
    for tag in sorted({tag for tag, *_ in operations}):
        text += f"\n## {tag.capitalize()}\n\n"
        text += "| Call | Caller | Request | Response |\n|---|---|---|---|\n"
        for _, path, method, operation in sorted(
            (each for each in operations if each[0] == tag), key=lambda each: each[1:3]
        ):
            text += f"| `{method.upper()} {path}` | {_caller(operation)} |"
            text += f" {_sends(operation)} | {_answers(operation)} |\n"
    return text + "".join(_shapes(document["components"]["schemas"]))


def _caller(operation: Document) -> str:
    [gate] = [name for each in operation.get("security", [{"": []}]) for name in each]
    kind, _, right = gate.partition("_")
    if not right:
        return CALLERS[kind]
    return f"right `{right}`" + (", recent sign-in" if kind == "DeskRecently" else "")


def _sends(operation: Document) -> str:
    asked = [
        f"`?{each['name']}`" for each in operation.get("parameters", []) if each["in"] == "query"
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return ", ".join([_kind(body["schema"]), *asked] if body else asked)


def _answers(operation: Document) -> str:
    kinds = [
        _kind(answer["content"]["application/json"]["schema"])
        for status, answer in sorted(operation["responses"].items())
        if status.startswith("2") and "application/json" in answer.get("content", {})
    ]
    return ", ".join(kinds)


def _shapes(schemas: Document) -> Iterator[str]:
    yield "\n## Shapes\n\nFields with a question mark are optional.\n"
    for name, schema in sorted(schemas.items()):
        yield f"\n### {name}\n\n"
        if "enum" in schema:
            yield ", ".join(f"`{value}`" for value in schema["enum"]) + "\n"
        for field, kind in schema.get("properties", {}).items():
            needed = field in schema.get("required", [])
            yield f"- `{field}`{'' if needed else '?'}: {_kind(kind)}\n"


def _kind(schema: Document) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "items" in schema:
        return f"list of {_kind(schema['items'])}"
    kind = schema.get("format") or schema.get("type") or "anything"
    limits = [
        f"{words} {schema[key]}"
        for key, words in (
            ("minLength", "at least"),
            ("maxLength", "at most"),
            ("minimum", "from"),
            ("maximum", "to"),
        )
        if schema.get(key)
    ]
    return f"{kind} ({', '.join(limits)})" if limits else str(kind)
