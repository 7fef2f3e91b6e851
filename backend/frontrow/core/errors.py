"""The one error family: rules raise these, and every refusal reaches people as a sentence."""

from collections.abc import Mapping


class AppError(Exception):
    """A refusal with a status, a sentence for people and, for forms, a sentence per field."""

    status = 400
    message = "That did not work."

    def __init__(
        self,
        message: str | None = None,
        *,
        fields: Mapping[str, str] | None = None,
        retry_after: int | None = None,
    ) -> None:
        self.message = message or self.message
        self.fields = dict(fields or {})
        self.retry_after = retry_after
        super().__init__(self.message)


class Malformed(AppError):
    status = 400
    message = "The request could not be read."


class SignInRequired(AppError):
    status = 401
    message = "Please sign in."


class Forbidden(AppError):
    status = 403
    message = "You may not do that."


class NotFound(AppError):
    """Missing, or not yours: the two are told apart by nobody outside."""

    status = 404
    message = "Not found."


class MethodNotAllowed(AppError):
    status = 405
    message = "That cannot be done here."


class Conflict(AppError):
    status = 409
    message = "That is no longer possible."


class Gone(AppError):
    """It was here, and is used up or over."""

    status = 410
    message = "That is no longer there."


class TooLarge(AppError):
    status = 413
    message = "The request is too large."


class NotJson(AppError):
    status = 415
    message = "Send the body as application/json."


class Invalid(AppError):
    status = 422
    message = "Please check the highlighted fields."


class Throttled(AppError):
    status = 429
    message = "Too many requests. Please wait a moment and try again."


class ProviderDown(AppError):
    status = 502
    message = "A service we rely on is not answering. Please try again shortly."


class Unavailable(AppError):
    status = 503
    message = "We are briefly unavailable. Please try again in a few seconds."
