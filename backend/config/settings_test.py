"""The settings for pytest: no pool, a cheap password hash, and emails kept in memory."""

import os

os.environ.setdefault("ENVIRONMENT", "test")
os.environ.setdefault("SECRET_KEY", "test-only-" + "y" * 50)
os.environ.setdefault("SITE_URL", "http://testserver")
os.environ.setdefault("LOG_LEVEL", "WARNING")
# Both providers are the identity emulator, whatever a developer's `.env` contains.
os.environ |= {
    "OPENID_NAME": "Stand-in ID",
    "OPENID_SERVER_URL": "http://localhost:8019",
    "OPENID_CLIENT_ID": "frontrow",
    "OPENID_CLIENT_SECRET": "stand-in",
    "GOOGLE_STAND_IN_URL": "http://localhost:8019",
    "GOOGLE_CLIENT_ID": "frontrow",
    "GOOGLE_CLIENT_SECRET": "stand-in",
}
# Dropping a test database on a busy disk can exceed our statement timeout.
os.environ.setdefault("DATABASE_STATEMENT_TIMEOUT_MS", "120000")
# Twenty transactions that want one row wait in turn, longer than a visitor's lock timeout.
os.environ.setdefault("DATABASE_LOCK_TIMEOUT_MS", "60000")
# One database, whatever a developer's `.env` says.
os.environ["DATABASE_REPLICA_URL"] = ""
# Nothing listens on port 1: only tests that use the fixture `stripe_server` have a provider.
os.environ |= {
    "STRIPE_STAND_IN_URL": "http://127.0.0.1:1",
    "STRIPE_SECRET_KEY": "sk_test_standin",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_standin",
    "STRIPE_WEBHOOK_SECRET": "whsec_standin",
}
# Meetings are pasted by hand, except in tests that use the fixture `zoom_server`.
os.environ |= {"ZOOM_ACCOUNT_ID": "", "ZOOM_STAND_IN_URL": ""}
# No storage, except in tests that use `storage_server`.
os.environ |= {"S3_BUCKET": "", "S3_ENDPOINT_URL": ""}
# No text messages, except in tests that use `twilio_server`.
os.environ |= {"TWILIO_ACCOUNT_SID": "", "TWILIO_STAND_IN_URL": ""}

from config.settings import *  # noqa: F403
from config.settings import DATABASE_OPTIONS, INSTALLED_APPS

DATABASE_OPTIONS.pop("pool")
# A test keeps its transaction open however slow the machine is.
DATABASE_OPTIONS["options"] += " -c idle_in_transaction_session_timeout=0"
INSTALLED_APPS.append("django_migration_linter")
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
