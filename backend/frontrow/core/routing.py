"""How endpoints are declared: camelCase, a gate on each route, and error responses on all."""

import json
from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja import Router as NinjaRouter
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser

from frontrow.core.error_answers import answer_exception
from frontrow.core.errors import Forbidden, Malformed
from frontrow.core.schemas import ErrorOut

MAX_JSON_DEPTH = 20


class Router(NinjaRouter):
    """A router with camelCase responses. Ninja's default is snake_case."""

    def __init__(self, **options: Any) -> None:
        super().__init__(by_alias=True, **options)


class JsonParser(Parser):
    """Reads a JSON body and rejects values that PostgreSQL or Python would fail on later."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        try:
            body = json.loads(request.body, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise Malformed("The request body isn't valid JSON.") from error
        if not isinstance(body, dict):
            raise Malformed("The request body must be a JSON object.")
        _refuse_unstorable(body, depth=0)
        return body


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} isn't JSON")


def _refuse_unstorable(value: Any, *, depth: int) -> None:
    if depth > MAX_JSON_DEPTH:
        raise Malformed("The request body is nested too deeply.")
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= char <= "\udfff" for char in value):
            raise Malformed("The request body holds characters that can't be stored.")
    elif isinstance(value, dict):
        for key, item in value.items():
            _refuse_unstorable(key, depth=depth + 1)
            _refuse_unstorable(item, depth=depth + 1)
    elif isinstance(value, list):
        for item in value:
            _refuse_unstorable(item, depth=depth + 1)


def ungated(request: HttpRequest) -> NoReturn:
    """The default gate of a route: always closed. A test rejects routes that declare no gate."""
    raise Forbidden


class FrontrowAPI(NinjaAPI):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            docs_url=None,
            openapi_url=None,
            auth=ungated,
            parser=JsonParser(),
            urls_namespace="api",
            **options,
        )

    def on_exception(self, request: HttpRequest, exc: Any) -> HttpResponse:
        return answer_exception(exc)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        schema = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        error = ErrorOut.model_json_schema(
            mode="serialization", ref_template="#/components/schemas/{model}"
        )
        schema["components"]["schemas"] |= error.pop("$defs") | {"ErrorOut": error}
        refusal = {
            "description": "A refusal, in words",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}},
        }
        for operations in schema["paths"].values():
            for operation in operations.values():
                declared = {str(code): told for code, told in operation["responses"].items()}
                operation["responses"] = declared | {"default": refusal}
        return schema
