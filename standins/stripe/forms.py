"""Form bodies with bracketed names, read against a description of what an endpoint takes."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from standins.stripe.errors import malformed

Reader = Callable[[str, Any], Any]
Spec = Mapping[str, Reader]

NAME = re.compile(r"([^\[\]]+)((?:\[[^\[\]]*\])*)")
INTEGER = re.compile(r"[+-]?\d{1,18}")
EMAIL = re.compile(r"[^\s@]+@[^\s@.]+(\.[^\s@.]+)+")
METADATA_KEYS = 50
METADATA_KEY_LENGTH = 40
METADATA_VALUE_LENGTH = 500
TEXT_LENGTH = 5000


def parse(encoded: str) -> dict[str, Any]:
    """`a[b]=1&c[]=2&d[0]=3` → `{"a": {"b": "1"}, "c": ["2"], "d": ["3"]}`."""
    tree: dict[str, Any] = {}
    for name, value in parse_qsl(encoded, keep_blank_values=True):
        found = NAME.fullmatch(name)
        if not found:
            raise malformed(f"Invalid parameter name: {name}", param=name)
        path = [found[1], *re.findall(r"\[([^\[\]]*)\]", found[2])]
        _put(tree, path, value, name)
    return {name: _lists(value) for name, value in tree.items()}


def _put(tree: dict[str, Any], path: list[str], value: str, name: str) -> None:
    here = tree
    for step in path[:-1]:
        here = here.setdefault(step, {})
        if not isinstance(here, dict):
            raise malformed("Invalid hash", param=name)
    last = path[-1] or str(len(here))
    here[last] = value


def _lists(value: Any) -> Any:
    """Hashes numbered from nought are lists."""
    if not isinstance(value, dict):
        return value
    if value and list(value) == [str(number) for number in range(len(value))]:
        return [_lists(one) for one in value.values()]
    return {name: _lists(one) for name, one in value.items()}


def read(given: Mapping[str, Any], spec: Spec, *, within: str = "") -> dict[str, Any]:
    """What was given, in its types; refuses what the endpoint does not know."""
    unknown = [name for name in given if name not in spec]
    if unknown:
        full = [nested(within, name) for name in unknown]
        some = "s" if len(full) > 1 else ""
        raise malformed(
            f"Received unknown parameter{some}: {', '.join(full)}",
            param=full[0],
            code="parameter_unknown",
        )
    return {name: spec[name](nested(within, name), value) for name, value in given.items()}


def require(values: Mapping[str, Any], *names: str) -> None:
    for name in names:
        if name not in values:
            raise malformed(
                f"Missing required param: {name}.", param=name, code="parameter_missing"
            )


def nested(within: str, name: str) -> str:
    return f"{within}[{name}]" if within else name


def text(param: str, value: Any) -> str:
    if not isinstance(value, str):
        raise malformed("Invalid string", param=param)
    if not value:
        raise malformed(
            f"You passed an empty string for '{param}'. We assume empty values are an attempt to"
            f" unset a parameter; however '{param}' cannot be unset. You should remove '{param}'"
            " from your request or supply a non-empty value.",
            param=param,
            code="parameter_invalid_empty",
        )
    if len(value) > TEXT_LENGTH:
        raise malformed(f"Invalid string: must be at most {TEXT_LENGTH} characters", param=param)
    return value


def long_text(param: str, value: Any) -> str:
    """Evidence, whose length is counted together."""
    if not isinstance(value, str):
        raise malformed("Invalid string", param=param)
    return value


def unsettable(reader: Reader) -> Reader:
    """An empty value takes the thing away."""
    return lambda param, value: None if value == "" else reader(param, value)


def integer(minimum: int = 0, maximum: int | None = None) -> Reader:
    def reader(param: str, value: Any) -> int:
        if not isinstance(value, str) or not INTEGER.fullmatch(value):
            raise malformed(
                f"Invalid integer: {value}", param=param, code="parameter_invalid_integer"
            )
        number = int(value)
        if number < minimum or (maximum is not None and number > maximum):
            bound = (
                f"greater than or equal to {minimum}"
                if number < minimum
                else f"less than or equal to {maximum}"
            )
            raise malformed(
                f"This value must be {bound}.", param=param, code="parameter_invalid_integer"
            )
        return number

    return reader


def boolean(param: str, value: Any) -> bool:
    if value not in {"true", "false"}:
        raise malformed(f"Invalid boolean: {value}", param=param)
    return bool(value == "true")


def one_of(*choices: str) -> Reader:
    def reader(param: str, value: Any) -> str:
        if value not in choices:
            listed = ", ".join(choices[:-1]) + f", or {choices[-1]}"
            raise malformed(f"Invalid {param}: must be one of {listed}", param=param)
        return str(value)

    return reader


def email(param: str, value: Any) -> str:
    address = text(param, value)
    if not EMAIL.fullmatch(address):
        raise malformed(f"Invalid email address: {address}", param=param, code="email_invalid")
    return address


def nest(spec: Spec) -> Reader:
    def reader(param: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise malformed("Invalid object", param=param)
        return read(value, spec, within=param)

    return reader


def texts(param: str, value: Any) -> list[str]:
    if not isinstance(value, list):
        raise malformed("Invalid array", param=param)
    return [text(f"{param}[{number}]", one) for number, one in enumerate(value)]


def metadata(param: str, value: Any) -> dict[str, str]:
    """Keys to set; an empty value unsets its key, an empty whole unsets them all."""
    if value == "":
        return {}
    if not isinstance(value, dict):
        raise malformed("Invalid metadata: must be a set of key-value pairs", param=param)
    for key, one in value.items():
        if not isinstance(one, str):
            raise malformed("Metadata values must be strings", param=f"{param}[{key}]")
        if len(key) > METADATA_KEY_LENGTH:
            raise malformed(
                f"Metadata keys can have up to {METADATA_KEY_LENGTH} characters, but you passed"
                f" in a key that is {len(key)} characters. Invalid key: {key}",
                param=param,
            )
        if len(one) > METADATA_VALUE_LENGTH:
            raise malformed(
                f"Metadata values can have up to {METADATA_VALUE_LENGTH} characters, but you"
                f" passed in a value that is {len(one)} characters. Invalid value: {one}",
                param=f"{param}[{key}]",
            )
    return dict(value)


def merge_metadata(held: dict[str, str], given: Mapping[str, Any]) -> dict[str, str]:
    """The metadata after this request's; call it only when metadata was sent."""
    if not given["metadata"]:
        return {}
    merged = {key: one for key, one in (held | given["metadata"]).items() if one != ""}
    if len(merged) > METADATA_KEYS:
        raise malformed(
            f"You can have up to {METADATA_KEYS} metadata keys, but you have {len(merged)}.",
            param="metadata",
        )
    return merged


# The moments a list can be narrowed to: one second, or a range.
_RANGE = {bound: integer() for bound in ("gt", "gte", "lt", "lte")}


def moments(param: str, value: Any) -> dict[str, int]:
    if isinstance(value, dict):
        return read(value, _RANGE, within=param)
    second = integer()(param, value)
    return {"gte": second, "lte": second}
