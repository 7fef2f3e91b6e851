"""An unsafe production never starts, and every setting is written down."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from config.environment import REPOSITORY, Environment
from config.production import DEVELOPMENT_SECRET

SAFE: dict[str, Any] = {
    "ENVIRONMENT": "production",
    "SECRET_KEY": "k3" * 30,
    "SITE_URL": "https://bootcamps.internal",
    "SUPPORT_EMAIL": "help@bootcamps.internal",
    "MAIL_FROM": "Bootcamps <hello@bootcamps.internal>",
    "TRUSTED_PROXY_COUNT": 1,
    "STRIPE_SECRET_KEY": "sk_live_k3",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_k3",
    "STRIPE_WEBHOOK_SECRET": "whsec_k3",
    "SMTP_URL": "smtps://frontrow:k3@mail.internal:465",
    "SITE_NAME": "Harbor Writing School",
    "OPERATOR_NAME": "Harbor Writing School Ltd",
    "OPERATOR_ADDRESS": "1 Harbor Street, Springfield",
    "DEMO_TOOLS": False,
}
STAND_IN = "http://localhost:8010"
NO_KEYS = "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set"
FORGED = "STRIPE_WEBHOOK_SECRET must be set: anyone could forge an event"
TEST_KEYS_ONLY = "STRIPE_STAND_IN_URL is for test keys only"
POSTMARK = {
    "MAIL_PROVIDER": "postmark",
    "MAIL_API_KEY": "k",
    "MAIL_WEBHOOK_SECRET": "frontrow:correct-horse",
}


def environment(**values: Any) -> Environment:
    return Environment(_env_file=None, **values)


@pytest.fixture(autouse=True)
def no_outside_values(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Environment.model_fields:
        monkeypatch.delenv(name, raising=False)


def test_a_safe_production_starts() -> None:
    env = environment(**SAFE)
    assert env.is_https
    assert env.allowed_hosts == ["bootcamps.internal"]


@pytest.mark.parametrize("name", ["SITE_NAME", "OPERATOR_NAME", "OPERATOR_ADDRESS", "SMTP_URL"])
def test_production_does_not_start_with_our_own_value_of(name: str) -> None:
    with pytest.raises(ValidationError, match=f"{name}.* must be"):
        environment(**{key: value for key, value in SAFE.items() if key != name})


@pytest.mark.parametrize(
    "change",
    [
        {"SEATS_BADGE": "simulated", "ACCEPTED_RISKS": "simulated-seats"},
        {"DEMO_TOOLS": True, "ACCEPTED_RISKS": "simulated-seats, demo-tools"},
        {"STRIPE_SECRET_KEY": "rk_test_k3", "STRIPE_PUBLISHABLE_KEY": "pk_test_k3"},
        {"SMTP_URL": "smtp://127.0.0.1:25"},
        {"SMTP_URL": "smtp://mail:25"},
        {"SMTP_URL": "smtp://10.0.0.7:25"},
        {"SITE_URL": "https://contest.internal", "MAIL_FROM": "Latest <a@contest.internal>"},
    ],
)
def test_production_starts_with(change: dict[str, Any]) -> None:
    assert environment(**SAFE | change).is_production


def test_ways_to_pay_are_what_the_operator_names() -> None:
    assert environment(**SAFE).payment_methods == ["card", "link"]
    named = environment(**SAFE, PAYMENT_METHODS="card, klarna,afterpay_clearpay")
    assert named.payment_methods == ["card", "klarna", "afterpay_clearpay"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY needs at least 50 random characters"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY needs at least 50 random characters"),
        ({"SECRET_KEY": DEVELOPMENT_SECRET}, "SECRET_KEY needs at least 50 random characters"),
        ({"DEBUG": True}, "DEBUG must be off"),
        ({"SITE_URL": "http://bootcamps.internal"}, "SITE_URL must start with https://"),
        ({"EXTRA_HOSTS": "*"}, "EXTRA_HOSTS must name hosts"),
        ({"SUPPORT_EMAIL": "support@example.com"}, "must be real addresses"),
        ({"MAIL_FROM": "Build Lab <hello@example.com>"}, "must be real addresses"),
        ({"MAIL_FROM": "School <hello@mail.example>"}, "must be real addresses"),
        ({"SITE_URL": "https://bootcamps.example.org"}, "SITE_URL must be the site's own"),
        ({"SITE_URL": "https://school.localhost"}, "SITE_URL must be the site's own"),
        ({"ADMIN_EMAILS": "a@b.internal, owner@example.net"}, "ADMIN_EMAILS must be real"),
        ({"SITE_NAME": "Example Bootcamps"}, "OPERATOR_ADDRESS must be your own"),
        ({"OPERATOR_ADDRESS": "100 Example Street, Springfield, USA"}, "must be your own"),
        ({"SMTP_URL": "smtps://a:b@nowhere.invalid:465"}, "SMTP_URL or MAIL_PROVIDER"),
        ({"SMTP_URL": "smtp://a:b@mail.internal:587"}, "SMTP_URL must be smtp"),
        ({"SMTP_URL": "smtp://a:b@8.8.8.8:587"}, "SMTP_URL must be smtp"),
        ({"STRIPE_SECRET_KEY": "sk_test_k3"}, "both be live or both be test"),
        ({"STRIPE_PUBLISHABLE_KEY": "pk_test_k3"}, "both be live or both be test"),
        ({"STRIPE_PUBLISHABLE_KEY": "pk_live_replace_me"}, "must be your own"),
        ({"SEATS_BADGE": "simulated"}, "needs simulated-seats"),
        ({"SEATS_BADGE": "simulated", "ACCEPTED_RISKS": "demo-tools"}, "needs simulated-seats"),
        ({"DEMO_TOOLS": True}, "DEMO_TOOLS must be off"),
        ({"ACCEPTED_RISKS": "debug"}, "ACCEPTED_RISKS must be some of"),
        ({"MAIL_PROVIDER": "postmark"}, "MAIL_API_KEY and MAIL_WEBHOOK_SECRET"),
        ({"MAIL_PROVIDER": "postmark", "MAIL_API_KEY": "k"}, "anyone could forge an event"),
        (
            {**POSTMARK, "MAIL_WEBHOOK_SECRET": "without-a-user-name"},
            "anyone could forge an event",
        ),
        ({**POSTMARK, "MAIL_WEBHOOK_SECRET": "us:short"}, "anyone could forge an event"),
        ({**POSTMARK, "MAIL_API_KEY": ""}, "MAIL_API_KEY and MAIL_WEBHOOK_SECRET"),
        ({"MAIL_PROVIDER": "pigeon"}, "MAIL_PROVIDER"),
        ({"PAYMENT_METHODS": "card,sofort"}, "PAYMENT_METHODS must be some of card, link"),
        ({"PAYMENT_METHODS": "card,,klarna"}, "PAYMENT_METHODS must be some of card, link"),
        ({"PAYMENT_METHODS": "card,klarna,klarna"}, "each once"),
        ({"PAYMENT_METHODS": "klarna"}, "PAYMENT_METHODS must name card"),
        ({"PAYMENT_METHODS": ""}, "PAYMENT_METHODS must be some of card, link"),
        ({"SITE_URL": "https://bootcamps.internal/shop"}, "must not carry a path"),
        ({"SITE_URL": "bootcamps.internal"}, "must be a full address"),
        ({"WEB_THREADS": 9}, "DATABASE_POOL_SIZE must be at least WEB_THREADS"),
        ({"JOB_CONCURRENCY": 9}, "DATABASE_POOL_SIZE must be at least WEB_THREADS"),
        ({"TRUSTED_PROXY_COUNT": 0}, "TRUSTED_PROXY_COUNT must be at least 1"),
        ({"DATABASE_URL": "mysql://localhost/x"}, "DATABASE_URL"),
        ({"GOOGLE_STAND_IN_URL": STAND_IN}, "GOOGLE_STAND_IN_URL must be empty"),
        (
            {"STRIPE_STAND_IN_URL": STAND_IN, "STRIPE_SECRET_KEY": "sk_test_k3"},
            "STRIPE_STAND_IN_URL must be empty",
        ),
        ({"STRIPE_STAND_IN_URL": STAND_IN}, TEST_KEYS_ONLY),
        ({"ZOOM_STAND_IN_URL": "http://localhost:8011"}, "ZOOM_STAND_IN_URL must be empty"),
        ({"S3_ENDPOINT_URL": "http://s3.example.org"}, "S3_ENDPOINT_URL must start with https://"),
        ({"S3_ENDPOINT_URL": "s3.example.org"}, "S3_ENDPOINT_URL must be an address"),
        ({"S3_ENDPOINT_URL": "https://s3.example.org/x"}, "S3_ENDPOINT_URL must be an address"),
        ({"S3_BUCKET": "Files"}, "S3_BUCKET"),
        ({"S3_BUCKET": "files.example.org"}, "S3_BUCKET"),
        ({"S3_BUCKET": "files"}, "S3_BUCKET needs S3_REGION, S3_ACCESS_KEY_ID"),
        ({"MAX_UPLOAD_MB": 5121}, "MAX_UPLOAD_MB"),
        ({"STRIPE_SECRET_KEY": ""}, NO_KEYS),
        ({"STRIPE_PUBLISHABLE_KEY": ""}, NO_KEYS),
        ({"STRIPE_WEBHOOK_SECRET": ""}, FORGED),
        ({"STRIPE_WEBHOOK_SECRET": "secret"}, FORGED),
    ],
)
def test_an_unsafe_or_unusable_production_does_not(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        environment(**SAFE | change)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"STRIPE_SECRET_KEY": "sk_test_k3"}, FORGED),
        ({"STRIPE_SECRET_KEY": "sk_test_k3", "STRIPE_WEBHOOK_SECRET": "secret"}, FORGED),
        ({"STRIPE_STAND_IN_URL": STAND_IN}, TEST_KEYS_ONLY),
        (
            {
                "STRIPE_STAND_IN_URL": STAND_IN,
                "STRIPE_SECRET_KEY": "sk_live_k3",
                "STRIPE_WEBHOOK_SECRET": "whsec_k3",
            },
            TEST_KEYS_ONLY,
        ),
    ],
)
def test_payments_without_proof_or_with_live_keys_at_a_stand_in_start_nowhere(
    given: dict[str, str], complaint: str
) -> None:
    with pytest.raises(ValidationError, match=complaint):
        environment(ENVIRONMENT="development", **given)


@pytest.mark.parametrize(
    "missing", ["ZOOM_CLIENT_ID", "ZOOM_CLIENT_SECRET", "ZOOM_HOST", "ZOOM_WEBHOOK_SECRET"]
)
def test_meetings_are_set_up_whole_or_not_at_all(missing: str) -> None:
    whole = {
        "ZOOM_ACCOUNT_ID": "k3",
        "ZOOM_CLIENT_ID": "k3",
        "ZOOM_CLIENT_SECRET": "k3",
        "ZOOM_WEBHOOK_SECRET": "k3",
    }
    assert environment(ENVIRONMENT="development", **whole).has_zoom
    assert not environment(ENVIRONMENT="development").has_zoom
    with pytest.raises(ValidationError, match="must be set with ZOOM_ACCOUNT_ID"):
        environment(ENVIRONMENT="development", **whole | {missing: ""})


def test_development_starts_without_keys_and_with_test_keys_at_the_stand_in() -> None:
    assert environment(ENVIRONMENT="development").STRIPE_STAND_IN_URL == ""
    env = environment(
        ENVIRONMENT="development",
        STRIPE_STAND_IN_URL=STAND_IN,
        STRIPE_SECRET_KEY="sk_test_k3",
        STRIPE_WEBHOOK_SECRET="whsec_k3",
    )
    assert env.STRIPE_STAND_IN_URL == STAND_IN


def test_forgetting_to_say_which_environment_means_production() -> None:
    with pytest.raises(ValidationError, match="Unsafe for production"):
        environment()


def test_a_refused_start_does_not_print_what_it_was_given() -> None:
    with pytest.raises(ValidationError) as refused:
        environment(**SAFE | {"SECRET_KEY": "canary"})
    assert "canary" not in str(refused.value)


def test_secrets_do_not_show_when_settings_are_printed() -> None:
    assert SAFE["SECRET_KEY"] not in repr(environment(**SAFE))


def test_the_example_file_names_every_setting_once_with_a_value_that_starts() -> None:
    path = Path(REPOSITORY) / ".env.example"
    named = [
        line.partition("=")[0]
        for line in path.read_text().splitlines()
        if line and not line.startswith("#")
    ]
    assert sorted(named) == sorted(Environment.model_fields)
    assert Environment(_env_file=path).ENVIRONMENT == "development"


def test_the_secret_before_this_one_still_opens_what_it_signed() -> None:
    """Asked of a process of its own: settings are read once, at the start."""
    script = (
        "from django.conf import settings as s; from django.core.signing import dumps, loads;"
        "print(loads(dumps('kept', key=s.ENV.SECRET_KEY_BEFORE.get_secret_value())))"
    )
    assert _said_by(script, SECRET_KEY_BEFORE="b4" * 30) == "kept"


def test_what_the_address_of_the_database_asks_for_holds() -> None:
    script = (
        "from django.conf import settings as s; d = s.DATABASES['default'];"
        "print(d['NAME'], d['OPTIONS']['sslmode'], d['OPTIONS']['connect_timeout'])"
    )
    address = "postgresql://db.example.org/shop?sslmode=verify-full&connect_timeout=9"
    assert _said_by(script, DATABASE_URL=address) == "shop verify-full 9"


def _said_by(script: str, **given: str) -> str:
    told = subprocess.run(
        [sys.executable, "-c", script],
        cwd=REPOSITORY / "backend",
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings_test"} | given,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.strip()
