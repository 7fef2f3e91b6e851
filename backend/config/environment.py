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
        description="Selects the checks at start. The default is the strictest.",
    )
    DEBUG: bool = Field(
        default=False, description="Shows tracebacks in answers. Refused in production."
    )
    SECRET_KEY: SecretStr = Field(
        SecretStr(""), description="Signs sessions and links. At least 50 random characters."
    )
    SECRET_KEY_BEFORE: SecretStr = Field(
        SecretStr(""),
        description="The previous SECRET_KEY, while links that it signed are still valid.",
    )

    SITE_URL: str = Field(
        "http://localhost:8000", description="The public address. Emailed links start with it."
    )
    EXTRA_HOSTS: str = Field(
        "", description="Additional Host names, comma-separated, for health checks."
    )
    TRUSTED_PROXY_COUNT: int = Field(
        0,
        ge=0,
        le=5,
        description="The number of your reverse proxies in front of gunicorn. Frontrow trusts that "
        "many entries of X-Forwarded-For.",
    )

    SITE_NAME: str = Field("Build Lab", description="The name that visitors see.")
    SUPPORT_EMAIL: str = Field(
        "support@example.com", description="The contact address for visitors."
    )
    OPERATOR_NAME: str = Field("Build Lab LLC", description="The company in the legal pages.")
    OPERATOR_ADDRESS: str = Field(
        "100 Example Street, Springfield, USA", description="The company's postal address."
    )
    OPERATOR_TAX_ID: str = Field("", description="The company's tax number, printed on receipts.")
    OPERATOR_TIME_ZONE: str = Field(
        "America/New_York",
        pattern=f"^({'|'.join(ALLOWED_ZONES)})$",
        description="The time zone of statistics and of the admin panel, one of those offered.",
    )
    LEGAL_UPDATED_ON: str = Field(
        "",
        description="The 'last updated' date (YYYY-MM-DD) of the privacy policy. Empty means "
        "today.",
    )
    SEATS_BADGE: Literal["simulated", "live"] = Field(
        "live",
        description="The landing page's seats counter: `live` figures, or `simulated` ones, which "
        "production accepts only with ACCEPTED_RISKS.",
    )

    DATABASE_URL: PostgresDsn = Field(
        PostgresDsn("postgresql://127.0.0.1:5432/frontrow"),
        description="PostgreSQL 15 or newer, with options such as `?sslmode=verify-full`. With "
        "several hosts (host1:5432,host2:5432), Frontrow uses the one that takes "
        "writes.",
    )
    DATABASE_REPLICA_URL: PostgresDsn | Literal[""] = Field(
        "",
        description="One or more standbys for statistics and exports. Empty means the primary.",
    )
    DATABASE_REPLICA_MAX_LAG_SECONDS: int = Field(
        30, ge=1, description="The primary answers if the standby is further behind."
    )
    DATABASE_POOLER: Literal["", "transaction"] = Field(
        "",
        description="`transaction` if the addresses lead to PgBouncer in transaction mode. For "
        "web processes only.",
    )
    DATABASE_POOL_SIZE: int = Field(
        8, ge=1, le=64, description="Connections per process. At least the process's threads."
    )
    DATABASE_LOCK_TIMEOUT_MS: int = Field(
        2000, ge=0, description="The longest wait for a row lock."
    )
    DATABASE_STATEMENT_TIMEOUT_MS: int = Field(5000, ge=0, description="The longest statement.")
    REDIS_URL: RedisDsn = Field(
        RedisDsn("redis://127.0.0.1:6379/0"),
        description="Rate limits, used one-time codes and the Zoom token. May fail.",
    )

    OPENID_NAME: str = Field("", description="The identity provider's name on the sign-in button.")
    OPENID_SERVER_URL: str = Field(
        "", description="The identity provider's issuer address. Empty disables it."
    )
    OPENID_CLIENT_ID: str = Field("", description="Your client id at the identity provider.")
    OPENID_CLIENT_SECRET: SecretStr = Field(
        SecretStr(""), description="Your client secret at the identity provider."
    )
    GOOGLE_CLIENT_ID: str = Field(
        "", description="Your client id at Google. Empty disables Google sign-in."
    )
    GOOGLE_CLIENT_SECRET: SecretStr = Field(
        SecretStr(""), description="Your client secret at Google."
    )
    GOOGLE_STAND_IN_URL: str = Field(
        "", description="A local server that speaks Google's protocol. Refused in production."
    )
    ADMIN_BOOTSTRAP_CODE: SecretStr = Field(
        SecretStr(""), description="A code that makes its holder the first admin, once."
    )
    ADMIN_EMAILS: str = Field(
        "", description="Verified addresses, comma-separated, that may become the first admin."
    )
    ADMIN_SECOND_FACTOR_REQUIRED: bool = Field(
        default=False, description="Admins must set up a second factor before they can act."
    )
    DEMO_TOOLS: bool = Field(
        default=True,
        description="Test Student and Quick Role Impersonation, for admins. Production accepts "
        "them only with ACCEPTED_RISKS.",
    )
    ACCEPTED_RISKS: str = Field(
        "",
        description="Risks that production refuses otherwise, comma-separated: simulated-seats "
        "(invented scarcity is unlawful in many markets), demo-tools.",
    )

    STRIPE_SECRET_KEY: SecretStr = Field(
        SecretStr(""), description="Your secret key at Stripe. Empty closes the checkout."
    )
    STRIPE_PUBLISHABLE_KEY: str = Field(
        "", description="Your publishable key at Stripe, for browsers."
    )
    STRIPE_WEBHOOK_SECRET: SecretStr = Field(
        SecretStr(""),
        description="The signing secret of your webhook endpoint at Stripe. Required with a "
        "secret key.",
    )
    STRIPE_STAND_IN_URL: str = Field(
        "", description="A local server that speaks Stripe's protocol. Refused in production."
    )
    PAYMENT_METHODS: str = Field(
        "card,link",
        description="Payment methods, comma-separated: card (with its wallets), link, klarna, "
        "affirm, afterpay_clearpay. Enable each at Stripe, too.",
    )
    HOLD_SECONDS: int = Field(
        600,
        ge=0,
        le=3600,
        description="How long a seat is held after the Pay click; twice as long for payments on "
        "another page. 0 disables holds.",
    )
    MOVE_NOTICE_HOURS: int = Field(
        48,
        ge=0,
        le=720,
        description="How long before a class its students can last move their seats.",
    )

    ZOOM_ACCOUNT_ID: str = Field(
        "", description="Your account at Zoom. Empty means that admins paste meeting links."
    )
    ZOOM_CLIENT_ID: str = Field(
        "", description="The client id of your server-to-server app at Zoom."
    )
    ZOOM_CLIENT_SECRET: SecretStr = Field(
        SecretStr(""), description="The client secret of that app."
    )
    ZOOM_HOST: str = Field(
        "me", description="The host of the meetings: a Zoom user's id or address."
    )
    ZOOM_WEBHOOK_SECRET: SecretStr = Field(
        SecretStr(""), description="The secret token of your Zoom app. Required with an account."
    )
    ZOOM_STAND_IN_URL: str = Field(
        "", description="A local server that speaks Zoom's protocol. Refused in production."
    )

    S3_ENDPOINT_URL: str = Field(
        "",
        description="The address of an S3-compatible storage, for servers and browsers. Empty "
        "means AWS.",
    )
    S3_REGION: str = Field("us-east-1", description="The bucket's region.")
    S3_BUCKET: str = Field(
        "",
        pattern=r"^([a-z0-9][a-z0-9-]{1,61}[a-z0-9])?$",
        description="The private bucket for files. Empty disables uploads.",
    )
    S3_ACCESS_KEY_ID: str = Field("", description="Your access key id at the storage.")
    S3_SECRET_ACCESS_KEY: SecretStr = Field(
        SecretStr(""), description="Your secret access key at the storage."
    )
    MAX_UPLOAD_MB: int = Field(
        2048,
        ge=1,
        le=5120,
        description="The largest file. The storage accepts at most 5 GB in one piece.",
    )

    SMTP_URL: str = Field(
        "smtp://127.0.0.1:1025",
        description="The mail server: smtp://, smtp+tls:// or smtps://user:password@host:port.",
    )
    MAIL_CONNECTIONS: int = Field(
        4,
        ge=1,
        le=64,
        description="Connections to the mail server at once, for all workers together.",
    )
    MAIL_PROVIDER: Literal["", "brevo", "postmark", "sparkpost"] = Field(
        "",
        description="A mail provider whose API sends and whose events report bounces. Empty uses "
        "SMTP_URL.",
    )
    MAIL_API_KEY: SecretStr = Field(SecretStr(""), description="Your API key at the mail provider.")
    MAIL_WEBHOOK_SECRET: SecretStr = Field(
        SecretStr(""),
        description="The user:password of the mail provider's events, 16 characters or more.",
    )
    MAIL_FROM: str = Field("Build Lab <hello@example.com>", description="The sender of emails.")

    TWILIO_ACCOUNT_SID: str = Field(
        "", description="Your account at Twilio. Empty disables text messages."
    )
    TWILIO_AUTH_TOKEN: SecretStr = Field(
        SecretStr(""), description="Your token at Twilio, which also verifies its webhooks."
    )
    TWILIO_FROM: str = Field("", description="Your number at Twilio, such as +15005550006.")
    TWILIO_STAND_IN_URL: str = Field(
        "", description="A local server that speaks Twilio's protocol. Refused in production."
    )

    WEB_WORKERS: int = Field(2, ge=1, description="gunicorn processes.")
    WEB_THREADS: int = Field(4, ge=1, description="Threads per gunicorn process.")
    WEB_BIND: str = Field(
        "127.0.0.1", description="The address that gunicorn listens on, behind nginx."
    )
    WEB_PORT: int = Field(8001, description="The port that gunicorn listens on.")
    JOB_CONCURRENCY: int = Field(8, ge=1, description="Jobs that one worker runs at once.")

    LOG_LEVEL: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="The least severe log lines that are written."
    )
    LOG_FORMAT: Literal["json", "console"] = Field(
        "json", description="JSON lines, or text for a terminal."
    )
    SENTRY_DSN: SecretStr = Field(
        SecretStr(""), description="Error reports to Sentry. Empty disables them."
    )

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
