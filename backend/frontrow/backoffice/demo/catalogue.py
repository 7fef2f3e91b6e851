"""Demo data: past and upcoming bootcamps with their seats, resources and bundles."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from decimal import Decimal

from frontrow.backoffice.demo import marks, workbook
from frontrow.catalogue.models import (
    Bootcamp,
    BootcampStatus,
    BootcampType,
    Bundle,
    BundleBootcamp,
    Resource,
    ResourceType,
)
from frontrow.catalogue.seats import match_seats_to_capacity
from frontrow.core.zones import zone
from frontrow.sales.models import ClassQuestion, QuestionKind

LENGTH = timedelta(hours=3)
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)


@dataclass(frozen=True)
class Course:
    """The content of one step of the program, regardless of its date."""

    name: str
    type: BootcampType
    step: int
    price: Decimal
    tagline: str
    description: str


BUILD = Course(
    name="Beginner Bootcamp",
    type=BootcampType.BUILD,
    step=1,
    price=Decimal("995.00"),
    tagline="From an idea to something that works",
    description=(
        "Three live hours in a small group with Cora Whitfield. You arrive with an idea and leave "
        "with a working first version, built with AI and no-code tools. No programming needed."
    ),
)
LAUNCH = Course(
    name="Advanced Bootcamp",
    type=BootcampType.LAUNCH,
    step=2,
    price=Decimal("1495.00"),
    tagline="From a prototype to a product people can use",
    description=(
        "Sign-in, payments, data and a proper home on the web: we take your prototype through "
        "everything it needs before strangers may rely on it. Includes a private coaching hour."
    ),
)
MARKET = Course(
    name="AI Marketing Bootcamp",
    type=BootcampType.MARKET,
    step=3,
    price=Decimal("1495.00"),
    tagline="From a product to paying customers",
    description=(
        "Find the people your product is for and reach them week after week with a small set of "
        "automated campaigns you set up in class. Includes a private coaching hour."
    ),
)


@dataclass(frozen=True)
class Date:
    """One demo bootcamp: a course, its date and its state."""

    slug: str
    course: Course
    starts_at: datetime
    timezone: str = "America/New_York"
    archived: bool = False
    kept_active: bool = False


def make_bootcamps(*, now: datetime) -> dict[str, Bootcamp]:
    """Create or update every demo bootcamp, found by its session link. Returns them by slug."""
    return {date.slug: _make_bootcamp(date=date, now=now) for date in _calendar(now)}


def make_bundles(*, bootcamps: dict[str, Bootcamp]) -> tuple[Bundle, Bundle]:
    """The bundle on sale, and last season's."""
    complete = _make_bundle(
        slug="complete",
        name="Complete Bundle",
        tagline="Build, launch and market: the whole journey",
        description="All three bootcamps and both coaching hours: the whole journey in 90 days.",
        is_active=True,
        members=[bootcamps[slug] for slug in ("beginner-thursday", "advanced", "marketing")],
    )
    last_season = _make_bundle(
        slug="last-season",
        name="Early Bird Bundle",
        tagline="For the first to come",
        description="The three bootcamps of last season at one price. No longer on sale.",
        is_active=False,
        members=[bootcamps[s] for s in ("past-beginner", "past-advanced", "past-marketing")],
    )
    return complete, last_season


def _calendar(now: datetime) -> list[Date]:
    evening, morning = time(18), time(9)
    soon = (now + timedelta(minutes=40)).replace(second=0, microsecond=0)
    soon -= timedelta(minutes=soon.minute % 5)
    just_over = (now - timedelta(hours=5)).replace(minute=0, second=0, microsecond=0)
    mumbai = "Asia/Mumbai"
    return [
        Date("beginner-thursday", BUILD, _on(now, THURSDAY, evening, 8)),
        Date("beginner-saturday", BUILD, _on(now, SATURDAY, morning, 8)),
        Date("advanced", LAUNCH, _on(now, THURSDAY, evening, 15)),
        Date("marketing", MARKET, _on(now, THURSDAY, evening, 22)),
        Date("almost-sold-out", BUILD, _on(now, TUESDAY, evening, 3)),
        Date("sold-out", LAUNCH, _on(now, WEDNESDAY, evening, 5)),
        Date("mumbai", BUILD, _on(now, SUNDAY, time(10), 12, mumbai), timezone=mumbai),
        Date("within-the-hour", BUILD, soon),
        Date("past-beginner", BUILD, _on(now, THURSDAY, evening, -62), archived=True),
        Date("past-advanced", LAUNCH, _on(now, THURSDAY, evening, -48), archived=True),
        Date("past-marketing", MARKET, _on(now, THURSDAY, evening, -34), archived=True),
        Date("past-saturday", BUILD, _on(now, SATURDAY, morning, -24), archived=True),
        Date("kept-active", LAUNCH, _on(now, TUESDAY, evening, -14), kept_active=True),
        Date("just-over", BUILD, just_over),
    ]


def _on(
    now: datetime, weekday: int, at: time, days: int, timezone: str = "America/New_York"
) -> datetime:
    """The first such weekday at least that many days ahead, at that hour of local time."""
    local = (now + timedelta(days=days)).astimezone(zone(timezone))
    day = local.date() + timedelta(days=(weekday - local.weekday()) % 7)
    return datetime.combine(day, at, tzinfo=zone(timezone))


def _make_bootcamp(*, date: Date, now: datetime) -> Bootcamp:
    course = date.course
    link = marks.session_url(date.slug)
    is_over = date.starts_at + LENGTH < now
    bootcamp, _ = Bootcamp.objects.update_or_create(
        session_url=link,
        defaults={
            "name": course.name,
            "description": course.description,
            "tagline": course.tagline,
            "bootcamp_type": course.type,
            "step": course.step,
            "price": course.price,
            "max_seats": 20,
            "starts_at": date.starts_at,
            "ends_at": date.starts_at + LENGTH,
            "timezone": date.timezone,
            "includes_coaching": course.type != BootcampType.BUILD,
            "status": BootcampStatus.ARCHIVED if date.archived else BootcampStatus.ACTIVE,
            "kept_active_at": now - timedelta(days=1) if date.kept_active else None,
            "recording_url": f"{link}/recording" if is_over else "",
            "zoom_join_url": marks.join_url(date.slug),
            "zoom_registration_url": f"{link}/register",
            "zoom_start_url": f"{link}/host",
        },
    )
    match_seats_to_capacity(bootcamp=bootcamp)
    _ask(bootcamp)
    Resource.objects.bulk_create(_resources(bootcamp))
    return bootcamp


# The instructor's questions, by step.
QUESTIONS = {
    1: (
        ("What do you want to build?", QuestionKind.LINE),
        ("What have you tried so far?", QuestionKind.TEXT),
        ("Have you built anything with AI tools before?", QuestionKind.YES_NO),
    ),
    2: (
        ("Where can we see your prototype?", QuestionKind.LINE),
        ("What has to work before strangers may use it?", QuestionKind.TEXT),
    ),
    3: (
        ("Who is your product for?", QuestionKind.LINE),
        ("How did your last three customers find you?", QuestionKind.TEXT),
    ),
}


def _ask(bootcamp: Bootcamp) -> None:
    """An operator's own questions are kept, because they have answers."""
    if ClassQuestion.objects.filter(bootcamp=bootcamp).exists():
        return
    ClassQuestion.objects.bulk_create(
        ClassQuestion(bootcamp=bootcamp, words=words, kind=kind, position=position)
        for position, (words, kind) in enumerate(QUESTIONS[bootcamp.step], start=1)
    )


def _resources(bootcamp: Bootcamp) -> Iterable[Resource]:
    yield Resource(
        bootcamp=bootcamp,
        title="Workbook",
        description="What we do in class, step by step, with room for your notes.",
        type=ResourceType.FILE,
        storage_key=workbook.KEY,
        file_name=workbook.NAME,
        file_size=len(workbook.draw_workbook()),
        sort_order=1,
    )
    yield Resource(
        bootcamp=bootcamp,
        title="The tools we use",
        description="A twelve-minute tour, to watch any time.",
        type=ResourceType.YOUTUBE,
        url=f"https://videos.{marks.DOMAIN}/step-{bootcamp.step}",
        sort_order=2,
    )
    yield Resource(
        bootcamp=bootcamp,
        title="Prompt collection",
        type=ResourceType.LINK,
        url=f"https://files.{marks.DOMAIN}/prompts/step-{bootcamp.step}",
        sort_order=3,
    )
    if bootcamp.includes_coaching:
        yield Resource(
            bootcamp=bootcamp,
            title="Questions for your coaching hour",
            description="Fill it in the day before.",
            type=ResourceType.DOCUMENT,
            url=f"https://files.{marks.DOMAIN}/coaching-questions",
            sort_order=4,
        )


def _make_bundle(
    *,
    slug: str,
    name: str,
    tagline: str,
    description: str,
    is_active: bool,
    members: list[Bootcamp],
) -> Bundle:
    bundle, _ = Bundle.objects.update_or_create(
        id=marks.bundle_id(slug),
        defaults={
            "name": name,
            "tagline": tagline,
            "description": description,
            "price": Decimal("2995.00"),
            "is_active": is_active,
        },
    )
    bundle.members.all().delete()
    BundleBootcamp.objects.bulk_create(
        BundleBootcamp(bundle=bundle, bootcamp=bootcamp) for bootcamp in members
    )
    return bundle
