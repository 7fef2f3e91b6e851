"""Turn any exception into `{code, message, fields}`, inside the API and outside it."""

import logging
import sys
from collections.abc import Callable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from ninja.errors import AuthenticationError, HttpError, ValidationError

from frontrow.core.database_away import means_away
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import (
    AppError,
    Forbidden,
    Invalid,
    Malformed,
    MethodNotAllowed,
    NotFound,
    SignInRequired,
    TooLarge,
    Unavailable,
)

log = logging.getLogger(__name__)

OUR_MISTAKE = "Something went wrong on our side. Please try again."


def answer(error: AppError) -> JsonResponse:
    body = {"code": error.code, "message": error.message, "fields": error.fields}
    response = JsonResponse(body, status=error.status)
    if error.retry_after is not None:
        response["Retry-After"] = str(error.retry_after)
    return response


def answer_exception(error: Exception) -> JsonResponse:
    """The error response for an exception. An unexpected one is logged as our bug."""
    refusal = _as_refusal(error)
    if refusal is not None:
        return answer(refusal)
    log.error("unhandled error", exc_info=error)
    return _answer_bug()


def _as_refusal(error: Exception) -> AppError | None:
    match error:
        case AppError():
            return error
        case ValidationError():
            return Invalid(fields=_field_messages(error))
        case AuthenticationError():
            return SignInRequired()
        case Http404():
            return NotFound()
        case RequestDataTooBig():
            return TooLarge()
        case HttpError(__cause__=AppError() as cause):
            # Ninja wraps the exceptions of our body parser.
            return cause
        case HttpError():
            refusal = AppError(str(error))
            refusal.status = error.status_code
            return refusal
        case _ if means_away(error):
            log.warning(
                "database unavailable", extra={"cause": type(error.__cause__ or error).__name__}
            )
            return Unavailable(retry_after=2)
        case _:
            return None


def _answer_bug() -> JsonResponse:
    body = {"code": ErrorCode.INTERNAL_ERROR, "message": OUR_MISTAKE, "fields": {}}
    return JsonResponse(body, status=500)


def _field_messages(error: ValidationError) -> dict[str, str]:
    """One message per field, under the camelCase name that the form uses."""
    fields: dict[str, str] = {}
    for item in error.errors:
        # ("body", "payload", "fullName", ...) or ("query", "page"): the argument's name is
        # internal.
        place = [str(part) for part in item["loc"]]
        name = ".".join(place[2:] if place[0] == "body" else place[1:]) or "body"
        fields.setdefault(name, _sentence(item))
    return fields


# Errors whose message we wrote. The library's messages are for programmers.
_OUR_WORDS = {"value_error", "email", "person_name", "one_line", "needed", "phone"}


def _sentence(item: dict[str, Any]) -> str:
    if item["type"] == "missing":
        return "Required"
    if item["type"] == "extra_forbidden":
        return "This field isn't accepted."
    if item["type"] == "string_too_short":
        return f"String must contain at least {item['ctx']['min_length']} character(s)"
    if item["type"] == "string_too_long":
        return f"String must contain at most {item['ctx']['max_length']} character(s)"
    if item["type"] in _OUR_WORDS:
        return str(item["msg"]).removeprefix("Value error, ")
    return "Invalid input"


class ErrorAnswersMiddleware:
    """Catches errors outside the API's handler: throttles, plain views and wrong methods."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            refusal = answer(MethodNotAllowed())
            refusal["Allow"] = response["Allow"]
            return refusal
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse:
        return answer_exception(exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(TooLarge() if isinstance(exception, RequestDataTooBig) else Malformed())


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(Forbidden())


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(NotFound())


def server_error(request: HttpRequest) -> HttpResponse:
    """Errors that a middleware let through, such as a session that could not be saved."""
    error = sys.exception()
    return answer_exception(error) if isinstance(error, Exception) else _answer_bug()
