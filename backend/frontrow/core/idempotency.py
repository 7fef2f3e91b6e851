"""Idempotency keys: a key names one request, and another request with the same key is refused."""

from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict


def refuse_other_words(*, kept: object, sent: object, what: str, number: int | None = None) -> None:
    """Refuse a reused idempotency key whose request differs from the first one.

    Returning the first result would silently drop the correction. `what` names the request for
    people, and `number` lets the page link to the first one.
    """
    if kept == sent:
        return
    raise Conflict(
        f"{what} was already accepted with other words. Look at it before you send another.",
        code=ErrorCode.IDEMPOTENCY_KEY_REUSED,
        fields={} if number is None else {"act": str(number)},
    )
