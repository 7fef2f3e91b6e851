"""Optional error reports to Sentry, without personal data."""

from typing import Any

from frontrow.core.json_logs import scrub


def scrub_report(report: Any, hint: Any) -> Any:
    """Remove rows and addresses that an error message may quote."""
    for error in report.get("exception", {}).get("values", ()):
        error["value"] = scrub(str(error.get("value", "")))
    return report


def start_sentry(*, dsn: str, environment: str) -> None:
    if not dsn:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=dsn,
        environment=environment,
        send_default_pii=False,
        # Local variables and request bodies contain names, addresses and tokens.
        include_local_variables=False,
        max_request_body_size="never",
        traces_sample_rate=0.0,
        before_send=scrub_report,
    )
