"""The demo: every situation the product knows, consistent, repeatable, and never in production."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Count, F, Model
from django.test import Client, override_settings

from frontrow.accounts.models import AuditEntry, FirstAdminLatch, User
from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.volume import make_volume
from frontrow.backoffice.messages.reminders import RECORDING_WAITS, write_recording_news
from frontrow.catalogue.models import Bootcamp, Bundle, Resource, Seat
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.clock import database_now
from frontrow.core.errors import ProviderDown
from frontrow.integrations import storage
from frontrow.messaging.models import (
    Channel,
    CommunicationTemplate,
    ContactMessage,
    Message,
    MessageStatus,
    TemplateCategory,
)
from frontrow.sales.models import (
    AccountInvitation,
    Certificate,
    DiscountCode,
    Enrollment,
    Feedback,
    InvitationStatus,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
    ResourceOpening,
)
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import (
    CertificateFactory,
    ResourceOpeningFactory,
    enrollment_of,
    make_purchase,
    seats_of,
)
from tests.fakes.storage import StorageServer

pytestmark = pytest.mark.django_db(transaction=True)

APPS = ("accounts", "catalogue", "messaging", "coaching", "sales")
A_WEDNESDAY = datetime(2026, 3, 4, 15, 12, tzinfo=UTC)


def run_demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def counts() -> dict[str, int]:
    models: list[type[Model]] = [m for a in APPS for m in apps.get_app_config(a).get_models()]
    return {model.__name__: model._default_manager.count() for model in models}


def purchases_at_odds_with_their_seats() -> list[tuple[int, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT p.id, p.state
            FROM purchases p
            CROSS JOIN LATERAL (
                SELECT count(*) AS wanted FROM enrollments WHERE purchase_id = p.id
            ) items
            CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE held_until IS NULL) AS kept,
                       count(*) FILTER (WHERE held_until IS NOT NULL) AS held
                FROM seats JOIN enrollments e ON e.id = enrollment_id WHERE e.purchase_id = p.id
            ) seats
            WHERE wanted = 0
               OR CASE
                    WHEN p.state IN ('completed', 'capturing', 'refunding')
                        THEN kept <> wanted OR held <> 0
                    WHEN p.state = 'pending' THEN kept <> 0 OR held NOT IN (0, wanted)
                    ELSE kept <> 0 OR held <> 0
                  END
            """
        )
        return list(cursor.fetchall())


def bootcamps_with_other_than_their_seats() -> list[int]:
    counted = Bootcamp.objects.annotate(present=Count("seats"))
    return list(counted.exclude(present=F("max_seats")).values_list("pk", flat=True))


def at(slug: str) -> Bootcamp:
    return Bootcamp.objects.get(session_url=marks.session_url(slug))


def taken(slug: str) -> int:
    return Seat.objects.filter(bootcamp=at(slug), enrollment_id__isnull=False).count()


@pytest.mark.parametrize(
    "moment",
    [
        A_WEDNESDAY,
        datetime(2026, 10, 31, 23, 59, tzinfo=UTC),
        pytest.param(datetime(2027, 1, 1, 0, 0, tzinfo=UTC), marks=pytest.mark.proof),
        pytest.param(datetime(2028, 2, 29, 4, 30, tzinfo=UTC), marks=pytest.mark.proof),
    ],
    ids=str,
)
def test_whenever_it_runs_seats_and_purchases_agree(moment: datetime) -> None:
    with time_machine.travel(moment, tick=False):
        run_demo()
    assert purchases_at_odds_with_their_seats() == []
    assert bootcamps_with_other_than_their_seats() == []
    assert (taken("sold-out"), taken("almost-sold-out")) == (20, 19)
    assert {s.held_until for s in Seat.objects.exclude(held_until=None)} == {
        moment + timedelta(minutes=10)
    }


def test_twice_leaves_what_once_left() -> None:
    with time_machine.travel(A_WEDNESDAY, tick=False):
        run_demo()
        first, people = counts(), dict(User.objects.values_list("email", "id"))
        run_demo()
    assert counts() == first
    assert dict(User.objects.values_list("email", "id")) == people
    assert 130 <= first["Purchase"] <= 160
    assert first["User"] == 66


@pytest.mark.parametrize(
    "days", [0, 4, *[pytest.param(day, marks=pytest.mark.proof) for day in (1, 2, 3, 5, 6)]]
)
def test_every_situation_is_there_on_any_weekday(days: int) -> None:
    with time_machine.travel(A_WEDNESDAY + timedelta(days=days), tick=False):
        run_demo()

    def seen(model: type[Model], field: str) -> set[str]:
        return set(model._default_manager.values_list(field, flat=True))

    assert seen(Purchase, "state") == set(PurchaseState.values)
    assert seen(Message, "status") == set(MessageStatus.values)
    assert seen(AccountInvitation, "status") == set(InvitationStatus.values)
    assert seen(CoachingSession, "status") == set(CoachingStatus.values)
    assert set(CommunicationTemplate.objects.values_list("type", "category")) == {
        (channel, category) for channel in Channel.values for category in TemplateCategory.values
    }
    assert CommunicationTemplate.objects.filter(is_active=False).count() == 1
    for state in (PurchaseState.COMPLETED, PurchaseState.PENDING, PurchaseState.REFUNDING):
        assert Purchase.objects.filter(state=state, is_bundle=True).exists()
    assert Purchase.objects.filter(user=None, state="completed").exists()
    assert Purchase.objects.filter(is_complimentary=True, total_amount=0).count() == 3
    assert ContactMessage.objects.filter(read_at=None).count() == 2
    assert ReconciliationBreak.objects.filter(resolved_at=None).count() == 1
    assert ReconciliationBreak.objects.exclude(resolved_at=None).count() == 1
    assert Enrollment.objects.exclude(attended_at=None).exists()
    assert AuditEntry.objects.filter(request_id=marks.REQUEST_ID).exists()
    assert FirstAdminLatch.objects.get().user_id == User.objects.get(role="ADMIN").pk


def test_the_journey_is_on_sale_as_the_offer_says() -> None:
    with time_machine.travel(A_WEDNESDAY, tick=False):
        run_demo()
    new_york = ZoneInfo("America/New_York")
    offer = [
        (b.name, b.bootcamp_type, b.step, str(b.price), b.includes_coaching, b.max_seats)
        for b in (at("beginner-thursday"), at("advanced"), at("marketing"))
    ]
    assert offer == [
        ("Beginner Bootcamp", "Build", 1, "995.00", False, 20),
        ("Advanced Bootcamp", "Launch", 2, "1495.00", True, 20),
        ("AI Marketing Bootcamp", "Market", 3, "1495.00", True, 20),
    ]
    hours = "%a %H:%M"
    for slug, start, end in (
        ("beginner-thursday", "Thu 18:00", "Thu 21:00"),
        ("beginner-saturday", "Sat 09:00", "Sat 12:00"),
    ):
        bootcamp = at(slug)
        assert f"{bootcamp.starts_at.astimezone(new_york):{hours}}" == start
        assert f"{bootcamp.ends_at.astimezone(new_york):{hours}}" == end
    assert A_WEDNESDAY < at("within-the-hour").starts_at < A_WEDNESDAY + timedelta(hours=1)
    bundle = Bundle.objects.get(is_active=True)
    assert (bundle.name, str(bundle.price)) == ("Complete Bundle", "2995.00")
    assert [b.step for b in bundle.bootcamps.order_by("step")] == [1, 2, 3]


def test_no_two_reviews_say_the_same_and_classes_ask_the_instructors_questions() -> None:
    with time_machine.travel(A_WEDNESDAY, tick=False):
        run_demo()
    words = [said for said in Feedback.objects.values_list("words", flat=True) if said]
    assert len(words) == len(set(words)) > 15
    asked = at("beginner-thursday").questions.order_by("position").values_list("words", flat=True)
    assert next(iter(asked)) == "What do you want to build?"


def test_one_code_can_be_used_and_another_is_used_up(client: Client) -> None:
    run_demo()
    assert client.get("/api/checkout").json()["codesExist"]
    body = {"bootcampIds": [at("beginner-saturday").pk], "bundleId": None}

    def told(code: str) -> tuple[str, str | None]:
        answer = client.post(
            "/api/quote", {**body, "code": code}, content_type="application/json"
        ).json()
        return answer["totalAmount"], answer["codeRefusal"]

    assert told("demo-welcome") == ("895.50", None)
    assert told("demo-founders") == ("995.00", "This code has been used up.")
    used_up = DiscountCode.objects.get(code="DEMO-FOUNDERS")
    assert (used_up.uses, used_up.max_uses, used_up.code_uses.count()) == (3, 3, 3)
    for use in used_up.code_uses.select_related("purchase"):
        paid = use.purchase.total_amount
        assert (paid, use.amount) == (Decimal("796.00"), Decimal("199.00"))
        assert enrollment_of(use.purchase).paid == paid
    assert violations() == []


def test_it_tells_how_to_sign_in_and_the_password_is_true() -> None:
    told = run_demo()
    assert marks.PASSWORD in told
    for name in ("admin", "coach", "student", "bundle.student"):
        assert marks.address(name) in told
        assert User.objects.get(email=marks.address(name)).check_password(marks.PASSWORD)
    assert not User.objects.filter(email=marks.address("guest")).exists()


def test_what_is_not_the_demos_is_left_alone() -> None:
    with time_machine.travel(A_WEDNESDAY, tick=False):
        elsewhere = make_purchase()
        run_demo()
        inside = make_purchase(bootcamp=at("beginner-saturday"))
        told = run_demo()
    assert "Left alone: 2 purchases" in told
    assert seats_of(elsewhere, inside).count() == 2
    assert inside.bootcamp == at("beginner-saturday")
    assert purchases_at_odds_with_their_seats() == []


def test_it_refuses_to_run_in_production() -> None:
    production = settings.ENV.model_copy(update={"ENVIRONMENT": "production"})
    with (
        override_settings(ENV=production),
        pytest.raises(CommandError, match="does not run in production"),
    ):
        run_demo()
    assert not any(counts().values())


def test_volume_is_sound_and_goes_away_with_the_next_demo() -> None:
    with time_machine.travel(A_WEDNESDAY, tick=False):
        run_demo()
        small = counts()
        last_season = Bundle.objects.get(is_active=False)
        make_volume(now=A_WEDNESDAY, bundle=last_season, users=120, purchases=330)
        assert purchases_at_odds_with_their_seats() == []
        assert bootcamps_with_other_than_their_seats() == []
        grown = counts()
        run_demo()
    assert grown["User"] == small["User"] + 120
    assert grown["Purchase"] == small["Purchase"] + 330
    assert grown["Bootcamp"] == small["Bootcamp"] + 21
    assert grown["Seat"] == small["Seat"] + 21 * 20
    assert counts() == small


def test_what_a_demo_student_earned_and_opened_goes_with_the_demo() -> None:
    run_demo()
    bought = Purchase.objects.filter(state=PurchaseState.COMPLETED, bootcamp__isnull=False).first()
    assert bought is not None
    CertificateFactory.create(enrollment=enrollment_of(bought))
    ResourceOpeningFactory.create(
        user=User.objects.filter(email__contains=marks.DOMAIN).earliest("pk"),
        resource=Resource.objects.earliest("pk"),
    )
    run_demo()
    assert (Certificate.objects.count(), ResourceOpening.objects.count()) == (0, 0)


def test_the_clock_has_no_old_news_for_its_people() -> None:
    run_demo()
    Bootcamp.objects.update(updated_at=database_now() - RECORDING_WAITS)
    write_recording_news(now=database_now())
    told = Message.objects.filter(category="RECORDING")
    assert told.filter(status=MessageStatus.PENDING).count() == 0
    # Without the demo's own there would have been as many.
    assert told.filter(dedupe_key__startswith="recording:").count() > 10


def test_its_workbook_is_where_its_link_leads(storage_server: StorageServer) -> None:
    assert "not stored" not in run_demo()
    [(key, size)] = set(
        Resource.objects.filter(type="FILE").values_list("storage_key", "file_size")
    )
    stored = storage.find(key)
    assert stored is not None
    assert (stored.length, stored.content_type) == (size, "application/pdf")
    assert storage.read_beginning(key=key, count=5) == b"%PDF-"


def test_without_an_answer_from_storage_it_says_so_and_is_there_all_the_same(
    storage_server: StorageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_away(**_: object) -> None:
        raise ProviderDown(storage.AWAY)

    monkeypatch.setattr(storage, "store", is_away)
    assert "The workbook is not stored" in run_demo()
    assert Purchase.objects.exists()


def test_join_leads_to_the_meeting_stand_in_where_one_runs() -> None:
    here = settings.ENV.model_copy(update={"ZOOM_STAND_IN_URL": "http://localhost:8011"})
    with override_settings(ENV=here):
        run_demo()
    links = set(Bootcamp.objects.values_list("zoom_join_url", flat=True))
    assert "http://localhost:8011/class/within-the-hour" in links
    assert {link.rpartition("/")[0] for link in links} == {"http://localhost:8011/class"}
