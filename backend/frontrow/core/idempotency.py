"""One rule for idempotency keys: a key names one act, and other words under it are refused."""

from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict


def refuse_other_words(*, kept: object, sent: object, what: str, number: int | None = None) -> None:
    """Answering for the kept act in silence would let what was corrected go out uncorrected.

    `what` names the act for people; `number` lets the page follow it.
    """
    if kept == sent:
        return
    raise Conflict(
        f"{what} was already accepted with other words. Look at it before you send another.",
        code=ErrorCode.IDEMPOTENCY_KEY_REUSED,
        fields={} if number is None else {"act": str(number)},
    )
