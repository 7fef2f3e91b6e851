"""Checks that refuse a production start: unsafe settings and unreplaced placeholders."""

import ipaddress
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from config.environment import Environment

SECRET_LENGTH = 50
DEVELOPMENT_SECRET = "development-only-" + "x" * 40
# Reserved domains that no site, mailbox or mail server has.
EXAMPLE_DOMAIN = re.compile(
    r"(^|[.@/])(example\.(com|net|org)|localhost)\b|\.(example|test|invalid|localhost)\b"
)
NAMES = ("SITE_NAME", "OPERATOR_NAME", "OPERATOR_ADDRESS")


def complaints(env: "Environment") -> list[str]:
    return [words for words, applies in (_unsafe(env) | _placeholders(env)).items() if applies]


def _unsafe(env: "Environment") -> dict[str, bool]:
    secret = env.SECRET_KEY.get_secret_value()
    keys = _stripe_keys(env)
    return {
        "SECRET_KEY needs at least 50 random characters": len(secret) < SECRET_LENGTH
        or secret == DEVELOPMENT_SECRET,
        "DEBUG must be off": env.DEBUG,
        "SITE_URL must start with https://": not env.is_https,
        # gunicorn always runs behind nginx. Without it, all visitors would share one rate limit.
        "TRUSTED_PROXY_COUNT must be at least 1": env.TRUSTED_PROXY_COUNT == 0,
        "GOOGLE_STAND_IN_URL must be empty": bool(env.GOOGLE_STAND_IN_URL),
        "STRIPE_STAND_IN_URL must be empty": bool(env.STRIPE_STAND_IN_URL),
        "TWILIO_STAND_IN_URL must be empty": bool(env.TWILIO_STAND_IN_URL),
        "ZOOM_STAND_IN_URL must be empty": bool(env.ZOOM_STAND_IN_URL),
        "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set": not all(keys),
        "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both be test": all(keys)
        and len({"_test_" in key for key in keys}) > 1,
        "S3_ENDPOINT_URL must start with https://": env.S3_ENDPOINT_URL.startswith("http://"),
        "SMTP_URL must be smtp+tls:// or smtps:// to a server elsewhere": not env.MAIL_PROVIDER
        and _is_plain_smtp_to_elsewhere(env.SMTP_URL),
        "EXTRA_HOSTS must name hosts, not *": "*" in env.EXTRA_HOSTS,
        "SEATS_BADGE=simulated needs simulated-seats in ACCEPTED_RISKS": (
            env.SEATS_BADGE == "simulated" and "simulated-seats" not in env.accepted_risks
        ),
        "DEMO_TOOLS must be off, or demo-tools in ACCEPTED_RISKS": (
            env.DEMO_TOOLS and "demo-tools" not in env.accepted_risks
        ),
    }


def _placeholders(env: "Environment") -> dict[str, bool]:
    smtp_host = urlsplit(env.SMTP_URL).hostname or ""
    return {
        "SITE_URL must be the site's own address": _is_example(env.SITE_URL),
        "SUPPORT_EMAIL and MAIL_FROM must be real addresses": _is_example(env.SUPPORT_EMAIL)
        or _is_example(env.MAIL_FROM),
        "ADMIN_EMAILS must be real addresses": _is_example(env.ADMIN_EMAILS),
        "SITE_NAME, OPERATOR_NAME and OPERATOR_ADDRESS must be your own": (
            not env.model_fields_set.issuperset(NAMES)
            or any("example" in getattr(env, name).lower() for name in NAMES)
        ),
        "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be your own": any(
            "replace_me" in key for key in _stripe_keys(env)
        ),
        "SMTP_URL or MAIL_PROVIDER must be set": not env.MAIL_PROVIDER
        and ("SMTP_URL" not in env.model_fields_set or _is_example(f"@{smtp_host}")),
    }


def _stripe_keys(env: "Environment") -> tuple[str, str]:
    return env.STRIPE_SECRET_KEY.get_secret_value(), env.STRIPE_PUBLISHABLE_KEY


def _is_example(value: str) -> bool:
    return bool(EXAMPLE_DOMAIN.search(value.lower()))


def _is_plain_smtp_to_elsewhere(url: str) -> bool:
    """Plain SMTP to another network. A relay on this machine or in its network may be plain."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme != "smtp" or "." not in host:
        return False
    try:
        return not ipaddress.ip_address(host).is_private
    except ValueError:
        return True
