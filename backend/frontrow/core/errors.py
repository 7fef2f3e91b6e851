"""Errors that rules raise. Each becomes an API response with a status, code and message."""

from collections.abc import Mapping

from frontrow.core.error_codes import ErrorCode


class AppError(Exception):
    """A refusal: status, stable code, message for people and, for forms, one message per field."""

    status = 400
    code = ErrorCode.MALFORMED
    message = "The request failed. Please try again."

    def __init__(
        self,
        message: str | None = None,
        *,
        code: ErrorCode | None = None,
        fields: Mapping[str, str] | None = None,
        retry_after: int | None = None,
    ) -> None:
        self.message = message or self.message
        self.code = code or self.code
        self.fields = dict(fields or {})
        self.retry_after = retry_after
        super().__init__(self.message)


class Malformed(AppError):
    status = 400
    code = ErrorCode.MALFORMED
    message = "The request couldn't be read."


class SignInRequired(AppError):
    status = 401
    code = ErrorCode.SIGN_IN_REQUIRED
    message = "Please sign in."


class Forbidden(AppError):
    status = 403
    code = ErrorCode.FORBIDDEN
    message = "You don't have permission to do that."


class NotFound(AppError):
    """The object doesn't exist or isn't the caller's. The response doesn't reveal which."""

    status = 404
    code = ErrorCode.NOT_FOUND
    message = "Not found."


class MethodNotAllowed(AppError):
    status = 405
    code = ErrorCode.METHOD_NOT_ALLOWED
    message = "That can't be done here."


class Conflict(AppError):
    status = 409
    code = ErrorCode.CONFLICT
    message = "That's no longer possible."


class NotSetUp(Conflict):
    """The operator has not configured the vendor that this needs."""

    code = ErrorCode.NOT_SET_UP


class Gone(AppError):
    """The resource existed, but it is used up or has expired."""

    status = 410
    code = ErrorCode.GONE
    message = "This is no longer available."


class TooLarge(AppError):
    status = 413
    code = ErrorCode.TOO_LARGE
    message = "The request is too large."


class NotJson(AppError):
    status = 415
    code = ErrorCode.NOT_JSON
    message = "Send the body as application/json."


class Invalid(AppError):
    status = 422
    code = ErrorCode.INVALID
    message = "Please check the highlighted fields."


class Throttled(AppError):
    status = 429
    code = ErrorCode.TOO_MANY_REQUESTS
    message = "Too many requests. Please wait a moment and try again."


class ProviderDown(AppError):
    status = 502
    code = ErrorCode.PROVIDER_DOWN
    message = "A service we rely on isn't answering. Please try again shortly."


class Unavailable(AppError):
    status = 503
    code = ErrorCode.UNAVAILABLE
    message = "We're briefly unavailable. Please try again in a few seconds."
