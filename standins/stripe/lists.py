"""Lists newest first, a page at a time, and objects opened up inside others."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from standins.stripe import forms, refunds
from standins.stripe.errors import invalid, malformed, missing
from standins.stripe.state import PREFIXES, Json, State

PAGE = 10
LONGEST_PAGE = 100
DEEPEST = 4
EVENTS_KEPT_SECONDS = 30 * 24 * 60 * 60
MOST_TYPES = 20

FILTERS: dict[str, tuple[str, ...]] = {
    "payment_intent": ("customer",),
    "charge": ("payment_intent", "customer"),
    "refund": ("payment_intent", "charge"),
    "dispute": ("payment_intent", "charge"),
    "customer": ("email",),
    "event": ("type",),
}
_PAGING: forms.Spec = {
    "limit": forms.integer(1, LONGEST_PAGE),
    "starting_after": forms.text,
    "ending_before": forms.text,
    "created": forms.moments,
    "expand": forms.texts,
}


def spec(kind: str) -> forms.Spec:
    more: forms.Spec = {"types": forms.texts} if kind == "event" else {}
    return {**_PAGING, **dict.fromkeys(FILTERS[kind], forms.text), **more}


def page(state: State, kind: str, values: Json, url: str) -> Json:
    if "starting_after" in values and "ending_before" in values:
        raise malformed(
            "You may only specify one of these parameters: starting_after, ending_before."
        )
    if len(values.get("types", ())) > MOST_TYPES:
        raise malformed(f"You may only specify up to {MOST_TYPES} types.", param="types")
    table = state.tables[kind]
    if kind == "event":
        oldest = state.now() - EVENTS_KEPT_SECONDS
        table = {name: row for name, row in table.items() if row["created"] >= oldest}
    limit = values.get("limit", PAGE)
    backwards = "ending_before" in values
    cursor = values.get("ending_before") or values.get("starting_after")
    if cursor and cursor not in table:
        raise missing(kind, cursor, param="ending_before" if backwards else "starting_after")
    newest_first: Iterable[Json] = reversed(table.values())
    rows = table.values() if backwards else newest_first
    wanted = (row for row in _beyond(rows, cursor) if _matches(row, kind, values))
    found = list(islice(wanted, limit + 1))
    data = found[:limit]
    if backwards:
        data.reverse()
    return {"object": "list", "data": data, "has_more": len(found) > limit, "url": url}


def _beyond(rows: Iterable[Json], cursor: str | None) -> Iterable[Json]:
    passed = cursor is None
    for row in rows:
        if passed:
            yield row
        passed = passed or row["id"] == cursor


def _matches(row: Json, kind: str, values: Json) -> bool:
    if any(row[name] != values[name] for name in FILTERS[kind] if name in values):
        return False
    if "types" in values and row["type"] not in values["types"]:
        return False
    made: int = row["created"]
    within: dict[str, int] = values.get("created", {})
    return (
        made > within.get("gt", -1)
        and made >= within.get("gte", 0)
        and made < within.get("lt", made + 1)
        and made <= within.get("lte", made)
    )


def expand(state: State, item: Json, paths: Iterable[str]) -> Json:
    """A copy of the object in which the named ids are the objects themselves."""
    for path in paths:
        steps = path.split(".")
        if len(steps) > DEEPEST:
            raise invalid("You cannot expand more than 4 levels of a property.", param="expand")
        item = _open(state, item, steps, path)
    return item


def _open(state: State, item: Json, steps: list[str], path: str) -> Json:
    name, rest = steps[0], steps[1:]
    if item["object"] == "charge" and name == "refunds":
        item = item | {"refunds": refunds.listed(state, item["id"])}
    if name not in item:
        raise invalid(f"This property cannot be expanded ({path}).", param="expand")
    opened = _object(state, item[name], path)
    if isinstance(opened, list):
        opened = [_open(state, one, rest, path) if rest else one for one in opened]
    elif opened is not None and rest:
        opened = _open(state, opened, rest, path)
    return item | {name: opened}


def _object(state: State, value: Any, path: str) -> Any:
    if value is None or isinstance(value, list | dict):
        return value
    if isinstance(value, str):
        for kind, prefix in PREFIXES.items():
            if value.startswith(prefix) and value in state.tables[kind]:
                return state.tables[kind][value]
    raise invalid(f"This property cannot be expanded ({path}).", param="expand")
