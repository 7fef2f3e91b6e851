"""The API's reference page, written from its OpenAPI document."""

from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]

HEAD = """# The API

What the pages call, and what a program with a session may call. Written by `make api` from
`backend/openapi.json`; change the code instead.

- **JSON both ways**, camelCase. Money is a string (`"995.00"`), times are ISO 8601 in UTC. A field
  that is not listed is refused.
- **Who may call**: anybody; those *signed in* (a session's cookie); those whose role has a *right*
  (`backend/frontrow/accounts/rights.py` says which role has which); or *whoever acts*, the
  session's own person, also while they see the site as somebody else. Meanwhile every other call
  reads as that somebody and changes nothing.
- **Sums at the desk** (`totalAmount`, `refundedAmount`, `revenue` …) are `null` for callers without
  the right `money`.
- **Every refusal** is `{"code": "sold_out", "message": "a sentence", "fields": {"name": "one"}}`
  and a status. Programs go by the code ([all of them](#errorcode)), because sentences change. The
  statuses: 400 not understood, 401 nobody signed in, 403 not allowed or a password wanted first,
  404 not there or not yours, 405 another method, 409 not as things are, 410 gone, 413 too large,
  415 not JSON, 422 a field is wrong, 429 too often (`Retry-After` says how long), 502 a vendor is
  away, 503 try again in a moment.
- **Changes come from our own pages only**: a request from another site is refused. A program sends
  `Content-Type: application/json` and no `Origin`.
"""
CALLERS = {
    "": "anybody",
    "SignedIn": "signed in",
    "Oneself": "signed in",
    "Acting": "whoever acts",
}


def write_reference(document: Document) -> str:
    operations = [
        (operation["tags"][0], path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    text = HEAD
    for tag in sorted({tag for tag, *_ in operations}):
        text += f"\n## {tag.capitalize()}\n\n| Call | Who | Sends | Answers |\n|---|---|---|---|\n"
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
    return f"right `{right}`" + (", proven lately" if kind == "DeskRecently" else "")


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
    yield "\n## Shapes\n\nA question mark follows what may be left out.\n"
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
