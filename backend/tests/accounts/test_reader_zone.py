"""The zone a person reads sessions in: told by the browser until they choose one themselves."""

import pytest
from django.test import Client

from frontrow.accounts.models import User
from tests.accounts.people import an_admin, log_in, patch, person, post, register, told

pytestmark = pytest.mark.django_db

ZONE = "/api/user/timezone"
PROFILE = "/api/user/profile"
WHOLE = {"firstName": "Ada", "lastName": "Lovelace"}
LOS_ANGELES = {"timezone": "America/Los_Angeles", "timezoneChoice": "automatic"}


@pytest.fixture
def ada(client: Client) -> User:
    user = person()
    log_in(client)
    return user


def shown(client: Client) -> dict[str, str]:
    """What the pages read it from, which must be the same twice."""
    answers = [client.get(path).json() for path in ("/api/auth/user", PROFILE)]
    told = [{name: each[name] for name in LOS_ANGELES} for each in answers]
    assert told[0] == told[1]
    return told[0]


def test_whoever_registers_gets_their_browsers_zone_as_the_default(client: Client) -> None:
    assert register(client).status_code == 200
    assert shown(client) == {"timezone": "", "timezoneChoice": ""}
    assert told(post(client, ZONE, timezone="America/Los_Angeles")) == (200, LOS_ANGELES)
    assert shown(client) == LOS_ANGELES


def test_automatic_follows_the_browser(client: Client, ada: User) -> None:
    post(client, ZONE, timezone="America/Los_Angeles")
    post(client, ZONE, timezone="Asia/Calcutta")
    assert shown(client) == {"timezone": "Asia/Kolkata", "timezoneChoice": "automatic"}


@pytest.mark.parametrize(
    ("timezone", "choice"),
    [
        ("Europe/London", "chosen"),
        ("", "bootcamp"),
    ],
)
def test_what_somebody_chose_is_not_overwritten(
    client: Client, ada: User, timezone: str, choice: str
) -> None:
    User.objects.update(timezone=timezone, timezone_choice=choice)
    assert post(client, ZONE, timezone="America/Los_Angeles").status_code == 200
    assert shown(client) == {"timezone": timezone, "timezoneChoice": choice}


@pytest.mark.parametrize("unknown", ["Moon/Tycho", "", "x" * 10_000, 7, None, ["UTC"], "a\r\nb"])
def test_what_is_no_zone_is_ignored(client: Client, ada: User, unknown: object) -> None:
    answer = post(client, ZONE, timezone=unknown)
    assert told(answer) == (200, {"timezone": "", "timezoneChoice": ""})
    post(client, ZONE, timezone="America/Los_Angeles")
    post(client, ZONE, timezone=unknown)
    assert shown(client) == LOS_ANGELES


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (
            {"timezone": "Africa/Nairobi", "timezoneChoice": "chosen"},
            {"timezone": "Africa/Nairobi", "timezoneChoice": "chosen"},
        ),
        (
            {"timezone": "Asia/Calcutta", "timezoneChoice": "chosen"},
            {"timezone": "Asia/Kolkata", "timezoneChoice": "chosen"},
        ),
        (
            {"timezone": "UTC", "timezoneChoice": "bootcamp"},
            {"timezone": "", "timezoneChoice": "bootcamp"},
        ),
        (
            {"timezone": "UTC", "timezoneChoice": "automatic"},
            {"timezone": "UTC", "timezoneChoice": "automatic"},
        ),
        # A browser that does not say where it is leaves what it said before.
        ({"timezone": "", "timezoneChoice": "automatic"}, LOS_ANGELES),
        # Without a choice.
        ({"timezone": "UTC"}, {"timezone": "UTC", "timezoneChoice": "chosen"}),
        ({"timezone": ""}, {"timezone": "", "timezoneChoice": "bootcamp"}),
    ],
)
def test_the_profile_saves_the_choice(
    client: Client, ada: User, sent: dict[str, str], kept: dict[str, str]
) -> None:
    post(client, ZONE, timezone="America/Los_Angeles")
    assert patch(client, PROFILE, **WHOLE, **sent).status_code == 200
    assert shown(client) == kept


def test_a_choice_without_a_zone_is_refused_and_nothing_changes(client: Client, ada: User) -> None:
    before = User.objects.values().get()
    answer = patch(client, PROFILE, **WHOLE, timezone="", timezoneChoice="chosen")
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"timezone": "Please select a valid timezone"}
    assert User.objects.values().get() == before


def test_an_admin_looking_as_a_student_reads_in_their_zone_and_does_not_set_it(
    client: Client,
) -> None:
    student = person("stu", timezone="Asia/Kolkata", timezone_choice="automatic")
    an_admin(timezone="America/New_York", timezone_choice="chosen")
    log_in(client, "root")
    post(client, "/api/admin/impersonate/start", targetUserId=student.pk, reason="Asked for help")
    seen = client.get("/api/auth/user").json()
    assert (seen["isImpersonating"], seen["timezone"]) == (True, "Asia/Kolkata")
    assert post(client, ZONE, timezone="UTC").status_code == 403
    zones = User.objects.order_by("username").values_list("username", "timezone")
    assert dict(zones) == {"root": "America/New_York", "stu": "Asia/Kolkata"}
