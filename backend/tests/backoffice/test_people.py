"""The Users tab: found, made and removed, with every rule about oneself and the last admin."""

import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from frontrow.accounts import lifecycle
from frontrow.accounts.models import AuditEntry, Role, Session, User, UserStatus
from frontrow.coaching.models import CoachingSession
from frontrow.sales.models import (
    AccountInvitation,
    InvitationStatus,
    Purchase,
    PurchaseState,
)
from tests.accounts.people import (
    actions,
    an_admin,
    browser,
    emails,
    key_in,
    log_in,
    person,
    post,
    refusal,
    send,
    told,
    who,
    wrong,
)
from tests.accounts.together import at_once, take_locks_away
from tests.factories import (
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_invitation,
    make_purchase,
    make_user,
)
from tests.faults.processes import report
from tests.signing_in import sign_in_recently
from tests.sizes import size

pytestmark = pytest.mark.django_db

ROUNDS = size("LAST_ADMIN_ROUNDS")
PASSWORD_NEEDED = "Please confirm your password to continue."
NEW = {"email": "grace@example.test", "firstName": "Grace", "lastName": "Hopper"}


@pytest.fixture
def root() -> User:
    return an_admin()


@pytest.fixture
def desk(root: User) -> Client:
    return desk_of(root)


def desk_of(admin: User, *, seconds_ago: float = 0) -> Client:
    client = browser()
    sign_in_recently(client, admin, seconds_ago=seconds_ago)
    return client


def found(client: Client, **query: Any) -> tuple[list[str], int]:
    answer = client.get("/api/admin/users", query)
    assert answer.status_code == 200, answer.content
    return [row["email"].partition("@")[0] for row in answer.json()["rows"]], answer.json()["total"]


def create(client: Client, **fields: Any) -> tuple[int, Any]:
    return told(post(client, "/api/admin/create-user", **{**NEW, **fields}))


def delete(client: Client, user_id: int) -> tuple[int, Any]:
    return told(send(client, "DELETE", f"/api/admin/users/{user_id}"))


# The list


def test_the_list_shows_everyone_newest_first(desk: Client, root: User) -> None:
    ada = person()
    answer = desk.get("/api/admin/users").json()
    assert answer["total"] == 2
    assert [row["id"] for row in answer["rows"]] == [ada.pk, root.pk]
    assert answer["rows"][0].pop("createdAt") >= answer["rows"][1]["createdAt"]
    assert answer["rows"][0] == {
        "id": ada.pk,
        "email": "ada@example.test",
        "username": "ada",
        "firstName": "Ada",
        "lastName": "Person",
        "fullName": "Ada Person",
        "role": "STUDENT",
        "status": "active",
        "isAdmin": False,
        "isActive": True,
        "isDemo": False,
        "purchaseCount": 0,
    }


def test_each_word_is_found_in_the_name_or_the_address(desk: Client) -> None:
    person("ada", first_name="Ada", last_name="Lovelace")
    person("grace", first_name="Grace", last_name="Hopper", email="grace@navy.test")
    person("alan", first_name="Alan", last_name="Turing")
    assert found(desk, search="LOVE") == (["ada"], 1)
    assert found(desk, search="navy") == (["grace"], 1)
    assert found(desk, search="hopper grace") == (["grace"], 1)
    assert found(desk, search="ace hop") == (["grace"], 1)
    # One or two letters are looked for where words begin.
    assert found(desk, search="ho gr") == (["grace"], 1)
    assert found(desk, search="ce") == ([], 0)
    assert found(desk, search="AL") == (["alan"], 1)
    assert found(desk, search="turing navy") == ([], 0)
    # Signs that mean something to LIKE mean themselves here.
    assert found(desk, search="%") == ([], 0)
    assert found(desk, search="a_a") == ([], 0)


def test_roles_and_states_narrow_the_list(desk: Client) -> None:
    person("ada")
    person("gone", status=UserStatus.INACTIVE)
    an_admin("other", status=UserStatus.INACTIVE)
    assert found(desk, role="ADMIN") == (["other", "root"], 2)
    assert found(desk, role="STUDENT") == (["gone", "ada"], 2)
    assert found(desk, status="inactive") == (["other", "gone"], 2)
    assert found(desk, role="STUDENT", status="active", search="person") == (["ada"], 1)
    answer = desk.get("/api/admin/users", {"role": "OWNER"})
    assert told(answer) == (422, wrong(role="Invalid input"))


def test_a_row_counts_what_was_bought_and_kept(desk: Client) -> None:
    ada = make_user(email="ada@example.test")
    for state in (
        PurchaseState.COMPLETED,
        PurchaseState.COMPLETED,
        PurchaseState.REFUNDED,
        PurchaseState.PENDING,
    ):
        make_purchase(user=ada, state=state)
    make_purchase(user=make_user(email="bea@example.test"))
    rows = desk.get("/api/admin/users").json()["rows"]
    counts = {row["email"]: row["purchaseCount"] for row in rows}
    assert (counts["ada@example.test"], counts["bea@example.test"]) == (2, 1)
    assert sum(counts.values()) == 3


def test_a_page_holds_twenty(desk: Client) -> None:
    for _ in range(21):
        make_user()
    first, total = found(desk)
    second, again = found(desk, page=2)
    assert (len(first), len(second), total, again) == (20, 2, 22, 22)
    assert second[-1] == "root"
    assert not set(first) & set(second)
    assert found(desk, page=3) == ([], 22)
    assert desk.get("/api/admin/users", {"page": 0}).status_code == 422


def test_the_list_costs_the_same_however_many_there_are(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 30):
        for _ in range(count):
            make_user()
        # The session and the admin, then the page, what they bought and the total.
        with django_assert_num_queries(5):
            found(desk, search="sam student", role="STUDENT", status="active")


# Making an account


def test_a_made_account_gets_an_email_and_its_owner_chooses_the_password(
    desk: Client, root: User
) -> None:
    status, answer = create(desk)
    made = User.objects.get(email="grace@example.test")
    assert (status, answer) == (
        200,
        {"id": made.pk, "email": "grace@example.test", "role": "STUDENT", "status": "active"},
    )
    assert (made.username, made.full_name, made.has_usable_password()) == (
        "grace",
        "Grace Hopper",
        False,
    )
    assert AuditEntry.objects.values_list("actor_id", "action", "subject_id", "details").get() == (
        root.pk,
        "created user",
        str(made.pk),
        {"role": "STUDENT"},
    )
    [email] = emails()
    assert (email.recipient, email.category) == ("grace@example.test", "SET_PASSWORD")
    assert email.subject.startswith("Your account is ready")

    visitor = browser()
    chosen = post(
        visitor, "/api/auth/reset-password", key=key_in(email), password="a staple of horses"
    )
    assert chosen.status_code == 200
    assert EmailAddress.objects.get(user=made).verified
    assert log_in(visitor, "grace", "a staple of horses").status_code == 200


def test_an_admin_can_be_made_too(desk: Client) -> None:
    assert create(desk, role="ADMIN")[1]["role"] == "ADMIN"


def test_a_taken_username_gives_way_to_a_number(desk: Client) -> None:
    person("grace", email="somebody@example.test")
    create(desk)
    assert User.objects.get(email="grace@example.test").username == "grace2"


@pytest.mark.parametrize("address", ["ada@example.test", "ADA@Example.test"])
def test_a_taken_address_is_refused_plainly(desk: Client, address: str) -> None:
    person("ada")
    message = "An account with this email address already exists."
    assert create(desk, email=address) == (409, refusal(message, email=message))
    assert User.objects.count() == 2
    assert (actions(), emails()) == ([], [])


@pytest.mark.parametrize(
    ("missing", "fields"),
    [
        ({"email": ""}, {"email": "Required"}),
        ({"firstName": "  "}, {"firstName": "Required"}),
        ({"email": "", "firstName": "", "lastName": ""}, None),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(
    desk: Client, missing: dict[str, str], fields: dict[str, str] | None
) -> None:
    expected = fields or dict.fromkeys(missing, "Required")
    assert create(desk, **missing) == (
        422,
        refusal("Please fill in all required fields", **expected),
    )
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"email": "not an address"}, {"email": "Invalid email"}),
        ({"role": "OWNER"}, {"role": "Invalid input"}),
        ({"lastName": "a\nb"}, {"lastName": "Must be a single line of text"}),
        ({"isDemo": True}, {"isDemo": "This field isn't accepted."}),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    desk: Client, given: dict[str, Any], fields: dict[str, str]
) -> None:
    assert create(desk, **given) == (422, wrong(**fields))
    assert User.objects.count() == 1


def test_making_and_deleting_need_a_recent_sign_in(root: User) -> None:
    ada = person()
    client = desk_of(root, seconds_ago=3600)
    refused = (403, refusal(PASSWORD_NEEDED, password=PASSWORD_NEEDED))
    assert create(client) == refused
    assert delete(client, ada.pk) == refused
    assert User.objects.count() == 2


# The test student


def test_the_test_student_is_made_once(desk: Client, root: User) -> None:
    first = told(post(desk, "/api/admin/seed-test-student"))
    student = User.objects.get(is_demo=True)
    assert first == (
        200,
        {
            "id": student.pk,
            "email": "test.student@example.com",
            "role": "STUDENT",
            "status": "active",
        },
    )
    assert told(post(desk, "/api/admin/seed-test-student")) == first
    assert User.objects.count() == 2
    assert actions() == ["created test student"]


def test_there_is_no_test_student_where_demo_tools_are_off(
    desk: Client, settings: Settings
) -> None:
    settings.ENV = settings.ENV.model_copy(
        update={"ENVIRONMENT": "production", "DEMO_TOOLS": False}
    )
    assert told(post(desk, "/api/admin/seed-test-student")) == (
        404,
        refusal("The test student is switched off on this site."),
    )
    assert User.objects.count() == 1
    assert desk.get("/api/admin/users").json()["hasDemoTools"] is False


# Deleting


def test_a_deleted_person_leaves_purchases_and_nothing_else(desk: Client, root: User) -> None:
    ada = person(first_name="Ada", last_name="Lovelace")
    theirs = browser()
    log_in(theirs)
    bought = make_purchase(user=ada, total_amount=Decimal("100.00"))
    claimed = make_purchase(user=ada, guest_email="old@example.test", guest_full_name="A. L.")
    make_coaching_session(user=ada)
    waiting = make_invitation(email="ADA@example.test")
    make_invitation(
        email=ada.email, status=InvitationStatus.ACCEPTED, accepted_at=ada.created_at, user=ada
    )
    somebody_else = make_invitation(email="grace@example.test")
    others = make_coaching_session()

    assert delete(desk, ada.pk) == (200, {"deletedUser": {"id": ada.pk, "email": ada.email}})
    assert not User.objects.filter(pk=ada.pk).exists()
    for purchase in (bought, claimed):
        purchase.refresh_from_db()
        assert (purchase.user_id, purchase.state) == (None, "completed")
        assert (purchase.guest_email, purchase.guest_full_name) == (ada.email, "Ada Lovelace")
    assert list(CoachingSession.objects.values_list("pk", flat=True)) == [others.pk]
    left = AccountInvitation.objects.values_list("email", "status")
    assert set(left) == {("ada@example.test", "accepted"), (somebody_else.email, "sent")}
    assert not AccountInvitation.objects.filter(pk=waiting.pk).exists()
    assert not EmailAddress.objects.filter(email="ada@example.test").exists()
    assert (who(theirs), Session.objects.filter(user=ada.pk).count()) == (401, 0)
    last = AuditEntry.objects.latest("id")
    assert (last.actor_id, last.action, last.subject_id, last.details) == (
        root.pk,
        "deleted user",
        str(ada.pk),
        {"role": "STUDENT"},
    )


def test_a_person_without_a_name_leaves_the_username(desk: Client) -> None:
    ada = person(first_name="", last_name="")
    bought = make_purchase(user=ada)
    delete(desk, ada.pk)
    assert Purchase.objects.get(pk=bought.pk).guest_full_name == "ada"


def test_the_seat_stays_taken(desk: Client) -> None:
    ada = person()
    bootcamp = make_bootcamp()
    make_purchase(user=ada, bootcamp=bootcamp)
    delete(desk, ada.pk)
    shown = desk.get(f"/api/admin/bootcamps/{bootcamp.pk}").json()
    assert (shown["enrolled"], shown["availableSeats"]) == (1, 19)
    [attendee] = desk.get(f"/api/admin/bootcamps/{bootcamp.pk}/attendees").json()
    assert (attendee["name"], attendee["email"], attendee["isGuest"]) == (
        "Ada Person",
        "ada@example.test",
        True,
    )


def test_nobody_deletes_themself(desk: Client, root: User) -> None:
    an_admin("other")
    assert delete(desk, root.pk) == (409, refusal("You can't delete yourself."))
    assert (User.objects.count(), actions()) == (2, [])


def test_another_admin_can_be_deleted_active_or_not(desk: Client) -> None:
    assert delete(desk, an_admin("other").pk)[0] == 200
    assert delete(desk, an_admin("gone", status=UserStatus.INACTIVE).pk)[0] == 200
    assert User.objects.count() == 1


def test_a_coach_stays(desk: Client) -> None:
    coach = make_coach()
    assert delete(desk, coach.user_id) == (
        409,
        refusal("A coach can't be deleted: students have sessions in that calendar."),
    )
    assert User.objects.filter(pk=coach.user_id).exists()
    assert actions() == []


def test_the_test_student_can_go_unless_its_purchases_would_count_as_sales(desk: Client) -> None:
    student = make_user(is_demo=True)
    make_purchase(user=student)
    assert delete(desk, student.pk) == (
        409,
        refusal("The test student has purchases, which would count as sales without the account."),
    )
    assert delete(desk, make_user(is_demo=True).pk)[0] == 200


@pytest.mark.parametrize("pk", [0, 999_999, 2**63, 10**30])
def test_nobody_is_not_found(desk: Client, pk: int) -> None:
    missing = (404, refusal("Not found."))
    assert delete(desk, pk) == missing
    assert told(desk.get(f"/api/admin/users/{pk}/details")) == missing


# Two admins against each other


def deleting(client: Client, user: User) -> Callable[[], int]:
    return lambda: delete(client, user.pk)[0]


def rounds_without_an_admin(count: int) -> int:
    """How many of so many rounds of two admins deleting each other leave none."""
    empty = 0
    for n in range(count):
        one, other = an_admin(f"one{n}"), an_admin(f"other{n}")
        statuses = at_once([deleting(desk_of(one), other), deleting(desk_of(other), one)])
        assert set(statuses) <= {200, 401, 403, 404, 409}
        empty += not User.objects.filter(role=Role.ADMIN, status=UserStatus.ACTIVE).exists()
        User.objects.all().delete()
    return empty


@pytest.mark.django_db(transaction=True)
def test_two_admins_who_delete_each_other_at_once_leave_one() -> None:
    empty = rounds_without_an_admin(ROUNDS)
    report(f"{ROUNDS} rounds of two admins deleting each other: {empty} without an admin")
    assert empty == 0


@pytest.mark.django_db(transaction=True)
def test_control_without_the_locks_some_round_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    take_locks_away(monkeypatch)
    check = lifecycle._keep_one_admin

    def check_and_hesitate(*, besides: User, refusal: str) -> None:
        check(besides=besides, refusal=refusal)
        time.sleep(0.03)

    monkeypatch.setattr(lifecycle, "_keep_one_admin", check_and_hesitate)
    assert rounds_without_an_admin(10) > 0
