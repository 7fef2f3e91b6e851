"""Log lines as JSON, each with its request's or job's id, and without personal data.

Log ids, never addresses or names: `log.info("purchase settled", extra={"purchase_id": 7})`.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

_ADDRESS = re.compile(r"[^\s@<>\"'=]+@[^\s@<>\"'=]+\.[^\s@<>\"'=]+")
# A constraint error names the constraint and then quotes the whole row that broke it.
_ROW = re.compile(r"\b(DETAIL:).*?(?=\n\n(?:The above|During handling)|\Z)", re.DOTALL)
_SECRET = re.compile(r"(pi_\w+_secret_\w+|sk_(live|test)_\w+|whsec_\w+)")


def scrub(text: str) -> str:
    """The last safeguard: remove addresses, secrets and quoted rows that still reach a log line."""
    return _SECRET.sub("[secret]", _ADDRESS.sub("[address]", _ROW.sub(r"\1 [row]", text)))


def _scrub_event(
    logger: Any, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = scrub(value)
    return event


def logging_settings(*, level: str, as_json: bool) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    ]
    renderer: list[Any] = (
        [
            structlog.processors.format_exc_info,
            _scrub_event,
            structlog.processors.JSONRenderer(),
        ]
        if as_json
        else [_scrub_event, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    # Our request log has the same entry with the route instead of the path.
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    logging.getLogger("django.server").setLevel(logging.CRITICAL)
    logging.getLogger("django.security.DisallowedHost").setLevel(logging.CRITICAL)
    # It logs each job's arguments at INFO. The worker logs each job and its outcome instead.
    logging.getLogger("procrastinate").setLevel(logging.WARNING)
    # These log each call to a vendor, some with the body, which has names. Callers log the
    # failures.
    for vendor in ("boto3", "botocore", "httpcore", "httpx", "stripe", "twilio", "urllib3"):
        logging.getLogger(vendor).setLevel(logging.WARNING)
