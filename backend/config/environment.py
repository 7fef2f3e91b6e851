"""Every setting that an operator can change, read from the environment or the `.env` file.

A production start with an unsafe value is refused before the process listens. `.env.example` and
the settings reference list exactly these fields. A secret may also be a separate file, named as the
setting, in the folder where containers and systemd units keep secrets.
"""

import os
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, PostgresDsn, RedisDsn, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from config.production import complaints
from frontrow.core.addresses import address_key
from frontrow.core.zones import ALLOWED_ZONES

REPOSITORY = Path(__file__).resolve().parents[2]
SHORTEST_WEBHOOK_SECRET = 16
# Stripe's methods that support manual capture, so a card is charged only once a seat is confirmed.
PAYMENT_METHODS = ("card", "link", "klarna", "affirm", "afterpay_clearpay")
# Required in production.
RISKS = ("simulated-seats", "demo-tools")
SECRETS = Path(os.environ.get("SECRETS_FOLDER", "/run/secrets"))


class Environment(BaseSettings):
    model_config = SettingsConfigDict(
        env_file=REPOSITORY / ".env",
        secrets_dir=SECRETS if SECRETS.is_dir() else None,
        extra="ignore",
        frozen=True,
        case_sensitive=True,
        # A refused start must not print the secrets it was given.
        hide_input_in_errors=True,
    )

    ENVIRONMENT: Literal["development", "test", "production"] = Field(
        "production",
        description="Which checks apply. Production is the default, so that forgetting it is safe.",
    )
    DEBUG: bool = Field(default=False, description="Tracebacks in answers. Refused in production.")
    SECRET_KEY: SecretStr = Field(
        SecretStr(""), description="Signs sessions and links. At least 50 random characters."
    )
    SECRET_KEY_BEFORE: SecretStr = Field(
        SecretStr(""), description="The previous key, until all its signatures have expired."
    )

    SITE_URL: str = Field(
        "http://localhost:8000", description="The public URL; links in emails start with it."
    )
    EXTRA_HOSTS: str = Field(
        "", description="Additional Host names to accept, comma-separated, for health checks."
    )
    TRUSTED_PROXY_COUNT: int = Field(
        0,
        ge=0,
        le=5,
        description="Number of our reverse proxies in front; decides which X-Forwarded-For hops "
        "are trusted.",
    )

    SITE_NAME: str = Field("Build Lab", description="The name visitors see.")
    SUPPORT_EMAIL: str = Field("support@example.com", description="Where people write for help.")
    OPERATOR_NAME: str = Field("Build Lab LLC", description="The company in the legal pages.")
    OPERATOR_ADDRESS: str = Field(
        "100 Example Street, Springfield, USA", description="Its postal address."
    )
    OPERATOR_TAX_ID: str = Field("", description="Its tax number, printed on receipts.")
    OPERATOR_TIME_ZONE: str = Field(
        "America/New_York",
        pattern=f"^({'|'.join(ALLOWED_ZONES)})$",
        description="The operator's zone, for days in the statistics and times in the admin panel; "
        "one of the zones we offer.",
    )
    LEGAL_UPDATED_ON: str = Field(
        "", description="Fixed 'last updated' date (YYYY-MM-DD) of the privacy policy; empty=today."
    )
    SEATS_BADGE: Literal["simulated", "live"] = Field(
        "live",
        description="The landing page's seats counter: the true figures, or the simulated ones of "
        "the specification, which production takes only with ACCEPTED_RISKS.",
    )

    DATABASE_URL: PostgresDsn = Field(
        PostgresDsn("postgresql://127.0.0.1:5432/frontrow"),
        description="PostgreSQL 15 or newer; options such as `?sslmode=verify-full` apply. Several "
        "hosts, as host1:5432,host2:5432, are tried until one accepts writes.",
    )
    DATABASE_REPLICA_URL: PostgresDsn | Literal[""] = Field(
        "",
        description="A standby, or several, for statistics and exports; empty=the primary.",
    )
    DATABASE_REPLICA_MAX_LAG_SECONDS: int = Field(
        30, ge=1, description="With a longer lag, the primary answers instead."
    )
    DATABASE_POOLER: Literal["", "transaction"] = Field(
        "",
        description="`transaction` if these URLs lead to PgBouncer in transaction mode; for web "
        "processes only.",
    )
    DATABASE_POOL_SIZE: int = Field(
        8, ge=1, le=64, description="Connections per process; at least the process's threads."
    )
    DATABASE_LOCK_TIMEOUT_MS: int = Field(2000, ge=0, description="Timeout for a row lock.")
    DATABASE_STATEMENT_TIMEOUT_MS: int = Field(5000, ge=0, description="Timeout for a statement.")
    REDIS_URL: RedisDsn = Field(
        RedisDsn("redis://127.0.0.1:6379/0"),
        description="Rate limits only; may be unavailable.",
    )

    OPENID_NAME: str = Field("", description="The identity provider's name on the sign-in button.")
    OPENID_SERVER_URL: str = Field("", description="Its issuer URL; empty disables the method.")
    OPENID_CLIENT_ID: str = Field("", description="Our client id there.")
    OPENID_CLIENT_SECRET: SecretStr = Field(SecretStr(""), description="And our secret.")
    GOOGLE_CLIENT_ID: str = Field("", description="Google sign-in; empty disables it.")
    GOOGLE_CLIENT_SECRET: SecretStr = Field(SecretStr(""), description="Google's secret for us.")
    GOOGLE_STAND_IN_URL: str = Field(
        "", description="A local server that speaks Google's protocol. Refused in production."
    )
    ADMIN_BOOTSTRAP_CODE: SecretStr = Field(
        SecretStr(""), description="A user who knows it can become the first admin, once."
    )
    ADMIN_EMAILS: str = Field(
        "", description="Verified addresses, comma-separated, that may become the first admin."
    )
    ADMIN_SECOND_FACTOR_REQUIRED: bool = Field(
        default=False, description="Admins must set up a code generator before they can act."
    )
    DEMO_TOOLS: bool = Field(
        default=True,
        description="Test Student and Quick Role Impersonation, for admins; production takes them "
        "only with ACCEPTED_RISKS.",
    )
    ACCEPTED_RISKS: str = Field(
        "",
        description="Settings that production refuses unless listed here, comma-separated: "
        "simulated-seats (invented scarcity is unlawful in many markets), demo-tools.",
    )

    STRIPE_SECRET_KEY: SecretStr = Field(
        SecretStr(""), description="Stripe's secret key; empty closes the checkout."
    )
    STRIPE_PUBLISHABLE_KEY: str = Field("", description="Stripe's publishable key, for browsers.")
    STRIPE_WEBHOOK_SECRET: SecretStr = Field(
        SecretStr(""), description="Proves that an event comes from Stripe. Never empty there."
    )
    STRIPE_STAND_IN_URL: str = Field(
        "", description="A local server that speaks Stripe's protocol. Refused in production."
    )
    PAYMENT_METHODS: str = Field(
        "card,link",
        description="Payment methods, comma-separated: card (with wallets), link, klarna, affirm, "
        "afterpay_clearpay. Each must be enabled at Stripe too.",
    )
    HOLD_SECONDS: int = Field(
        600,
        ge=0,
        le=3600,
        description="How long a seat is held after the Pay click, and twice as long for payments "
        "on another page; 0 holds none.",
    )
    MOVE_NOTICE_HOURS: int = Field(
        48, ge=0, le=720, description="Students can move a seat until this long before its class."
    )

    ZOOM_ACCOUNT_ID: str = Field(
        "", description="Our account at Zoom; empty leaves meetings to links an admin pastes."
    )
    ZOOM_CLIENT_ID: str = Field("", description="Our server-to-server app there.")
    ZOOM_CLIENT_SECRET: SecretStr = Field(SecretStr(""), description="And its secret.")
    ZOOM_HOST: str = Field("me", description="The host of the meetings: a user's id or address.")
    ZOOM_WEBHOOK_SECRET: SecretStr = Field(
        SecretStr(""), description="Proves that an event comes from Zoom. Never empty there."
    )
    ZOOM_STAND_IN_URL: str = Field(
        "", description="A local server that speaks Zoom's protocol. Refused in production."
    )

    S3_ENDPOINT_URL: str = Field(
        "", description="An S3-compatible storage that we and browsers can reach; empty=AWS."
    )
    S3_REGION: str = Field("us-east-1", description="The bucket's region.")
    S3_BUCKET: str = Field(
        "",
        pattern=r"^([a-z0-9][a-z0-9-]{1,61}[a-z0-9])?$",
        description="The private bucket for files; empty disables uploads.",
    )
    S3_ACCESS_KEY_ID: str = Field("", description="Our key id at the storage.")
    S3_SECRET_ACCESS_KEY: SecretStr = Field(SecretStr(""), description="And our secret.")
    MAX_UPLOAD_MB: int = Field(
        2048, ge=1, le=5120, description="Largest file; storage takes at most 5 GB in one piece."
    )

    SMTP_URL: str = Field(
        "smtp://127.0.0.1:1025",
        description="Mail server: smtp://, smtp+tls:// or smtps://user:password@host:port.",
    )
    MAIL_CONNECTIONS: int = Field(
        4, ge=1, le=64, description="Concurrent connections to the mail server, over all workers."
    )
    MAIL_PROVIDER: Literal["", "brevo", "postmark", "sparkpost"] = Field(
        "",
        description="Sends by this provider's API and processes its events; empty uses SMTP_URL.",
    )
    MAIL_API_KEY: SecretStr = Field(SecretStr(""), description="Our key at the mail provider.")
    MAIL_WEBHOOK_SECRET: SecretStr = Field(
        SecretStr(""),
        description="Proves that an event is the mail provider's; as user:password, 16 or longer.",
    )
    MAIL_FROM: str = Field("Build Lab <hello@example.com>", description="Sender of our mail.")

    TWILIO_ACCOUNT_SID: str = Field("", description="Text messages; empty disables them.")
    TWILIO_AUTH_TOKEN: SecretStr = Field(
        SecretStr(""), description="Our secret there; also proves that a webhook is Twilio's."
    )
    TWILIO_FROM: str = Field("", description="Our number there, as +15005550006.")
    TWILIO_STAND_IN_URL: str = Field(
        "", description="A local server that speaks Twilio's protocol. Refused in production."
    )

    WEB_WORKERS: int = Field(2, ge=1, description="gunicorn processes.")
    WEB_THREADS: int = Field(4, ge=1, description="Threads per gunicorn process.")
    WEB_BIND: str = Field("127.0.0.1", description="Address gunicorn listens on, behind nginx.")
    WEB_PORT: int = Field(8001, description="Port gunicorn listens on.")
    JOB_CONCURRENCY: int = Field(8, ge=1, description="Jobs one worker runs at once.")

    LOG_LEVEL: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="Minimum severity of log lines."
    )
    LOG_FORMAT: Literal["json", "console"] = Field("json", description="Format of log lines.")
    SENTRY_DSN: SecretStr = Field(SecretStr(""), description="Error reports; empty disables them.")

    @property
    def is_production(self) -> bool:
        return self.ENVIRONMENT == "production"

    @property
    def admin_emails(self) -> set[str]:
        return {address_key(part) for part in self.ADMIN_EMAILS.split(",") if part.strip()}

    @property
    def payment_methods(self) -> list[str]:
        return [part.strip() for part in self.PAYMENT_METHODS.split(",")]

    @property
    def accepted_risks(self) -> set[str]:
        return {part.strip() for part in self.ACCEPTED_RISKS.split(",") if part.strip()}

    @property
    def is_https(self) -> bool:
        return self.SITE_URL.startswith("https://")

    @property
    def _stripe_webhook_secret_is_set(self) -> bool:
        return self.STRIPE_WEBHOOK_SECRET.get_secret_value().startswith("whsec_")

    @property
    def has_zoom(self) -> bool:
        return bool(self.ZOOM_ACCOUNT_ID)

    @property
    def _zoom_is_whole(self) -> bool:
        secrets = (self.ZOOM_CLIENT_SECRET, self.ZOOM_WEBHOOK_SECRET)
        named = (self.ZOOM_CLIENT_ID, self.ZOOM_HOST, *(one.get_secret_value() for one in secrets))
        return all(named)

    @property
    def _mail_provider_is_whole(self) -> bool:
        secret = self.MAIL_WEBHOOK_SECRET.get_secret_value()
        user, _, password = secret.partition(":")
        is_strong = bool(user and password) and len(secret) >= SHORTEST_WEBHOOK_SECRET
        return bool(self.MAIL_API_KEY.get_secret_value()) and is_strong

    @property
    def allowed_hosts(self) -> list[str]:
        extra = [host.strip() for host in self.EXTRA_HOSTS.split(",") if host.strip()]
        return [urlsplit(self.SITE_URL).hostname or "", *extra]

    @model_validator(mode="after")
    def refuse_unusable_values(self) -> Self:
        parts = urlsplit(self.SITE_URL)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(
                "SITE_URL must be a full address such as https://bootcamps.example.com"
            )
        if parts.path or parts.query or parts.fragment:
            raise ValueError("SITE_URL must not carry a path or a trailing slash")
        if self.STRIPE_SECRET_KEY.get_secret_value() and not self._stripe_webhook_secret_is_set:
            raise ValueError("STRIPE_WEBHOOK_SECRET must be set: anyone could forge an event")
        if self.STRIPE_STAND_IN_URL and not self.STRIPE_SECRET_KEY.get_secret_value().startswith(
            "sk_test_"
        ):
            raise ValueError("STRIPE_STAND_IN_URL is for test keys only")
        self._refuse_unusable_methods()
        if not self.accepted_risks <= set(RISKS):
            raise ValueError(f"ACCEPTED_RISKS must be some of {', '.join(RISKS)}")
        if self.has_zoom and not self._zoom_is_whole:
            raise ValueError(
                "ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET, ZOOM_HOST and ZOOM_WEBHOOK_SECRET must be set"
                " with ZOOM_ACCOUNT_ID"
            )
        if self.MAIL_PROVIDER and not self._mail_provider_is_whole:
            raise ValueError(
                "MAIL_API_KEY and MAIL_WEBHOOK_SECRET (user:password, 16 characters or longer) must"
                " be set with MAIL_PROVIDER: anyone could forge an event"
            )
        self._refuse_unusable_storage()
        if max(self.WEB_THREADS, self.JOB_CONCURRENCY) > self.DATABASE_POOL_SIZE:
            raise ValueError("DATABASE_POOL_SIZE must be at least WEB_THREADS and JOB_CONCURRENCY")
        return self

    def _refuse_unusable_methods(self) -> None:
        named = self.payment_methods
        if not set(named) <= set(PAYMENT_METHODS) or len(set(named)) < len(named):
            raise ValueError(
                f"PAYMENT_METHODS must be some of {', '.join(PAYMENT_METHODS)}, each once"
            )
        if "card" not in named:
            raise ValueError("PAYMENT_METHODS must name card: not everybody has another way to pay")

    def _refuse_unusable_storage(self) -> None:
        endpoint = urlsplit(self.S3_ENDPOINT_URL)
        if self.S3_ENDPOINT_URL and (
            endpoint.scheme not in {"http", "https"}
            or not endpoint.hostname
            or endpoint.path
            or endpoint.query
        ):
            raise ValueError("S3_ENDPOINT_URL must be an address such as https://s3.example.com")
        secret = self.S3_SECRET_ACCESS_KEY.get_secret_value()
        if self.S3_BUCKET and not all((self.S3_REGION, self.S3_ACCESS_KEY_ID, secret)):
            raise ValueError("S3_BUCKET needs S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY")

    @model_validator(mode="after")
    def refuse_unsafe_production(self) -> Self:
        if not self.is_production:
            return self
        if found := complaints(self):
            raise ValueError("Unsafe for production: " + "; ".join(found))
        return self
