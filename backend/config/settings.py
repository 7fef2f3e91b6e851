"""Django's settings, all derived from `environment.py`."""

import os
from typing import Any
from urllib.parse import unquote, urlsplit

from config.database import databases
from config.environment import REPOSITORY, Environment
from config.identity_providers import provider_settings
from frontrow.core.json_logs import logging_settings
from frontrow.core.sentry import start_sentry

ENV = Environment()

BASE_DIR = REPOSITORY
DEBUG = ENV.DEBUG
SECRET_KEY = ENV.SECRET_KEY.get_secret_value()
# Still verifies old signatures. New ones never use it.
SECRET_KEY_FALLBACKS = [key] if (key := ENV.SECRET_KEY_BEFORE.get_secret_value()) else []
ALLOWED_HOSTS = ENV.allowed_hosts
SITE_URL = ENV.SITE_URL
TRUSTED_PROXY_COUNT = ENV.TRUSTED_PROXY_COUNT
# Where a fault test kills this process. Ignored in production.
CRASH_AT = "" if ENV.is_production else os.environ.get("CRASH_AT", "")

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.google",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
    "procrastinate.contrib.django",
    "frontrow.core",
    "frontrow.accounts",
    "frontrow.catalogue",
    "frontrow.messaging",
    "frontrow.coaching",
    "frontrow.sales",
    "frontrow.backoffice",
]
MIDDLEWARE = [
    "frontrow.core.request_log.RequestLogMiddleware",
    "frontrow.core.security_headers.SecurityHeadersMiddleware",
    # Refuses unknown Host headers. Links in emails use SITE_URL in any case.
    "django.middleware.common.CommonMiddleware",
    "frontrow.core.same_origin.SameOriginMiddleware",
    "frontrow.accounts.sessions.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "frontrow.sales.buyers.sign_out.ForgetBuyerMiddleware",
    "frontrow.core.error_answers.ErrorAnswersMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

DATABASES = databases(ENV)
# Without a replica there is no router.
DATABASE_ROUTERS = ["frontrow.core.replica.ReplicaRouter"] if ENV.DATABASE_REPLICA_URL else []
DATABASE_OPTIONS: dict[str, Any] = DATABASES["default"]["OPTIONS"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = str(ENV.REDIS_URL)
CACHES = {
    "default": {
        "BACKEND": "frontrow.core.forgiving_cache.ForgivingCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 0.2, "socket_connect_timeout": 0.2},
    }
}

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["frontrow.accounts.password_hash.BoundedArgon2"]
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# The specification promises six characters. The list rejects the most common passwords.
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "frontrow.accounts.password_rules.LengthRule",
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_ENGINE = "frontrow.accounts.sessions"
# The prefix makes browsers refuse the cookie from a subdomain or over plain HTTP.
SESSION_COOKIE_NAME = "__Host-session" if ENV.is_https else "session"
SESSION_COOKIE_SECURE = ENV.is_https
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60

ACCOUNT_ADAPTER = "frontrow.messaging.account_emails.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_UNIQUE_EMAIL = True
# Our own emails ask for it, and only linking by address depends on it.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
ACCOUNT_PRESERVE_USERNAME_CASING = True
# Sensitive actions ask for the password again after this long.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
PASSWORD_RESET_TIMEOUT = 2 * 60 * 60
ALLAUTH_TRUSTED_PROXY_COUNT = ENV.TRUSTED_PROXY_COUNT
SOCIALACCOUNT_ADAPTER = "frontrow.accounts.providers.SocialAdapter"
SOCIALACCOUNT_LOGIN_ON_GET = False
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
SOCIALACCOUNT_PROVIDERS = provider_settings(ENV)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = ENV.SITE_NAME
MFA_TOTP_TOLERANCE = 1

SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if ENV.is_https else 0
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
APPEND_SLASH = False

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

_mail = urlsplit(ENV.SMTP_URL)
EMAIL_BACKEND = (
    f"anymail.backends.{ENV.MAIL_PROVIDER}.EmailBackend"
    if ENV.MAIL_PROVIDER
    else "django.core.mail.backends.smtp.EmailBackend"
)
_mail_key = {"brevo": "BREVO_API_KEY", "postmark": "POSTMARK_SERVER_TOKEN"}
ANYMAIL = {
    _mail_key.get(ENV.MAIL_PROVIDER, "SPARKPOST_API_KEY"): ENV.MAIL_API_KEY.get_secret_value(),
    "REQUESTS_TIMEOUT": 10,
}
EMAIL_HOST = _mail.hostname or "127.0.0.1"
EMAIL_PORT = _mail.port or 25
EMAIL_HOST_USER = unquote(_mail.username or "")
EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
EMAIL_USE_TLS = _mail.scheme == "smtp+tls"
EMAIL_USE_SSL = _mail.scheme == "smtps"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = ENV.MAIL_FROM

# Jobs are defined in business modules, and each such module is listed here.
PROCRASTINATE_AUTODISCOVER_MODULE_NAME = ""
PROCRASTINATE_IMPORT_PATHS = [
    "frontrow.core.job_upkeep",
    "frontrow.accounts.email_requests",
    "frontrow.accounts.sign_in_codes",
    "frontrow.catalogue.bootcamps",
    "frontrow.catalogue.publishing",
    "frontrow.catalogue.meetings",
    "frontrow.catalogue.files",
    "frontrow.catalogue.resources",
    "frontrow.messaging.contact_answers",
    "frontrow.messaging.delivery",
    "frontrow.sales.buyers.erasures",
    "frontrow.sales.buyers.finding",
    "frontrow.sales.buyers.resending_invitations",
    "frontrow.sales.reconciliation.invariants",
    "frontrow.sales.attending.meeting_places",
    "frontrow.sales.changes.schedule_changes",
    "frontrow.sales.class_changes.carrying_out",
    "frontrow.sales.class_changes.clock",
    "frontrow.sales.feedback.asking",
    "frontrow.sales.ledger.provider_notes",
    "frontrow.sales.changes.correcting",
    "frontrow.sales.changes.resending",
    "frontrow.sales.settlement.settling",
    "frontrow.sales.reconciliation.stripe_events",
    "frontrow.sales.reconciliation.sweep",
    "frontrow.sales.ledger.tallies",
    "frontrow.sales.waiting.serving",
    "frontrow.sales.waiting.new_dates",
    "frontrow.backoffice.bulk.running",
    "frontrow.backoffice.class_changes.minimum",
    "frontrow.backoffice.messages.attendee_messages",
    "frontrow.backoffice.messages.notices",
    "frontrow.backoffice.messages.reminders",
    "frontrow.backoffice.retention",
    "frontrow.backoffice.people.ending_hours",
    "frontrow.backoffice.readiness.watch",
    "frontrow.backoffice.reconciliation.board",
]
JOB_CONCURRENCY = ENV.JOB_CONCURRENCY

# Sections of the personal data export that are defined in layers above `portal`.
DATA_EXPORT = {"notesAboutYou": "frontrow.backoffice.notes.notes.notes_for_export"}

LOGGING_CONFIG = None
logging_settings(level=ENV.LOG_LEVEL, as_json=ENV.LOG_FORMAT == "json")
start_sentry(dsn=ENV.SENTRY_DSN.get_secret_value(), environment=ENV.ENVIRONMENT)
