"""Optional error reports, without personal data."""

import sentry_sdk


def start_sentry(*, dsn: str, environment: str) -> None:
    if not dsn:
        return
    sentry_sdk.init(
        dsn=dsn,
        environment=environment,
        send_default_pii=False,
        # Local variables and request bodies hold names, addresses and tokens.
        include_local_variables=False,
        max_request_body_size="never",
        traces_sample_rate=0.0,
    )
