"""Demo data: users who can sign in, guests, and the coach's calendar."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password

from frontrow.accounts.models import (
    FirstAdminLatch,
    Role,
    User,
    UserStatus,
    ZoneChoice,
    username_key,
)
from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.names import GUESTS, STUDENTS, dice, mailbox
from frontrow.backoffice.demo.storing import give_ids, store
from frontrow.coaching.models import AvailabilityException, Coach, WeeklyHours
from frontrow.core.zones import zone

COACH_ZONE = "America/New_York"
BROUGHT_UP_TO_DATE = [
    "username",
    "username_key",
    "first_name",
    "last_name",
    "password",
    "role",
    "status",
    "phone",
    "created_at",
    "updated_at",
]
# One in this many has not verified their address.
UNPROVEN_EVERY = 20
# The accounts to sign in with, and what each shows.
CAST = {
    "admin": "an admin",
    "coach": "the coach",
    "support": "a support person",
    "finance": "a finance person",
    "student": "a student with bootcamps past, present and to come",
    "bundle.student": "a student with the complete bundle",
}


@dataclass(frozen=True)
class Buyer:
    """A buyer, with an account or as a guest."""

    email: str
    full_name: str
    user: User | None = None
    phone: str = ""


@dataclass(frozen=True)
class People:
    admin: User
    coach: Coach
    student: Buyer
    bundle_student: Buyer
    guest: Buyer
    members: list[Buyer]
    guests: list[Buyer]


def cast_addresses() -> list[str]:
    """All people who persist from one demo to the next."""
    return [marks.address(name) for name in (*CAST, *map(mailbox, STUDENTS))]


def make_people(*, now: datetime) -> People:
    users = _users(now=now)
    _save_in_place(users)
    by_mailbox = {user.email.split("@")[0]: user for user in users}
    FirstAdminLatch.objects.get_or_create(id=1, defaults={"user_id": by_mailbox["admin"].pk})
    # The demo's owner gets no email for each sale, as a new owner would.
    FirstAdminLatch.objects.update(closed_at=by_mailbox["admin"].created_at)
    members = [_member(by_mailbox[mailbox(name)]) for name in STUDENTS]
    return People(
        admin=by_mailbox["admin"],
        coach=_make_coach(user=by_mailbox["coach"], now=now),
        student=_member(by_mailbox["student"]),
        bundle_student=_member(by_mailbox["bundle.student"]),
        guest=Buyer(email=marks.address("guest"), full_name="Gus Guestwick"),
        members=[buyer for buyer in members if buyer.user and buyer.user.is_active],
        guests=[
            Buyer(
                email=marks.address(mailbox(name)),
                full_name=name,
                phone=marks.phone(100 + n) if n % 3 == 0 else "",
            )
            for n, name in enumerate(GUESTS)
        ],
    )


def _users(*, now: datetime) -> list[User]:
    chance = dice(1)
    # One hash for all, because Argon2 is slow on purpose.
    password = make_password(marks.PASSWORD)
    users = [
        _user("admin", "Avery Adminson", now - timedelta(days=120), password, role=Role.ADMIN),
        _user(
            "coach",
            "Cora Whitfield",
            now - timedelta(days=118),
            password,
            role=Role.COACH,
            phone=marks.phone(98),
        ),
        _user("support", "Sam Supporter", now - timedelta(days=90), password, role=Role.SUPPORT),
        _user("finance", "Fay Ledger", now - timedelta(days=90), password, role=Role.FINANCE),
        _user("student", "Stella Studente", now - timedelta(days=80), password),
        _user("bundle.student", "Benedikt Bundelow", now - timedelta(days=33), password),
    ]
    for number, name in enumerate(STUDENTS):
        joined = now - timedelta(days=95 * chance.random() ** 1.5, hours=chance.uniform(1, 12))
        user = _user(mailbox(name), name, joined, password)
        user.phone = marks.phone(number) if number % 4 == 0 else ""
        # The last three are deactivated.
        if number >= len(STUDENTS) - 3:
            user.status = UserStatus.INACTIVE
        users.append(user)
    return users


def _user(
    name: str, full_name: str, joined: datetime, password: str, *, role: str = "", phone: str = ""
) -> User:
    first, last = full_name.split(" ", maxsplit=1)
    username = f"{name}.demo"
    return User(
        email=marks.address(name),
        username=username,
        username_key=username_key(username),
        first_name=first,
        last_name=last,
        password=password,
        role=role or Role.STUDENT,
        status=UserStatus.ACTIVE,
        phone=phone,
        timezone=COACH_ZONE,
        timezone_choice=ZoneChoice.CHOSEN,
        created_at=joined,
        updated_at=joined,
    )


def _save_in_place(users: list[User]) -> None:
    """Existing users keep their ids, so that audit entries and sessions remain valid."""
    known = dict(
        User.objects.filter(email__in=[user.email for user in users]).values_list("email", "id")
    )
    new = [user for user in users if user.email not in known]
    old = [user for user in users if user.email in known]
    give_ids(new)
    store(new)
    for user in old:
        user.pk = known[user.email]
    User.objects.bulk_update(old, BROUGHT_UP_TO_DATE)
    EmailAddress.objects.filter(user__in=old).delete()
    store(addresses_of(users))


def addresses_of(users: Sequence[User]) -> list[EmailAddress]:
    """Without a verified address, a sign-in with Google would remove the password."""
    return [
        EmailAddress(
            user=user,
            email=user.email,
            primary=True,
            verified=number % UNPROVEN_EVERY != UNPROVEN_EVERY - 1,
        )
        for number, user in enumerate(users)
    ]


def _make_coach(*, user: User, now: datetime) -> Coach:
    coach, _ = Coach.objects.update_or_create(
        user=user,
        defaults={
            "timezone": COACH_ZONE,
            "meeting_url": marks.session_url("coaching"),
            "buffer_minutes": 15,
            "notice_hours": 24,
            "is_active": True,
        },
    )
    coach.weekly_hours.all().delete()
    coach.exceptions.all().delete()
    WeeklyHours.objects.bulk_create(
        WeeklyHours(coach=coach, weekday=weekday, opens=time(10), closes=time(16))
        for weekday in range(5)
    )
    # In the coach's zone, whose UTC offset changes during the year.
    there = (now + timedelta(days=10)).astimezone(zone(coach.timezone))
    day_off = there.replace(hour=0, minute=0, second=0, microsecond=0)
    extra = (now + timedelta(days=12)).replace(hour=22, minute=0, second=0, microsecond=0)
    AvailabilityException.objects.bulk_create(
        [
            AvailabilityException(
                coach=coach, starts_at=day_off, ends_at=day_off + timedelta(days=1), note="Day off"
            ),
            AvailabilityException(
                coach=coach,
                starts_at=extra,
                ends_at=extra + timedelta(hours=2),
                is_available=True,
                note="An evening for those who work by day",
            ),
        ]
    )
    return coach


def _member(user: User) -> Buyer:
    return Buyer(email=user.email, full_name=user.full_name, user=user, phone=user.phone)
