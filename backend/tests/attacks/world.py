"""A small busy shop for attackers to meet: every kind of row in every state, and four callers.

The student has paid for four of the bootcamps. Every link of the others holds the canary.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote

from allauth.account.models import EmailAddress
from django.db.models import Q
from django.test import Client

from frontrow.accounts.models import User, UserStatus
from frontrow.catalogue.models import Bootcamp, BootcampStatus, Bundle, Resource, ResourceType
from frontrow.coaching.models import CoachingStatus
from frontrow.messaging.models import MessageStatus
from frontrow.messaging.unsubscribe import one_click_link
from frontrow.sales.buyers.invitations import invite, token_of
from frontrow.sales.links import FREE_SEAT, SEAT_OFFER, WAITING_PLACE
from frontrow.sales.models import Enrollment, Purchase, PurchaseState
from tests import factories as make
from tests.factories import PASSWORD, from_now, make_purchase
from tests.fakes.stripe import StripeServer
from tests.links import join_token
from tests.sales.buying import TERMS, Shopper
from tests.signing_in import sign_in_recently

ROLES = ("anonymous", "student", "impersonating", "admin")
CANARY = "canary.example.test"
LINKS = ("session_url", "recording_url", "zoom_join_url", "zoom_registration_url", "zoom_start_url")
LENGTH = timedelta(hours=3)
Known = dict[str, list[Any]]
# What a form would send, so that calls get past the first look at their fields.
PLAUSIBLE: Known = {
    "address": ["sam@example.test", "nobody@example.test"],
    "content": ["Hello {firstName}, see {bootcampName}."],
    "description": ["Build a first working product."],
    "endDate": [from_now(days=41).isoformat()],
    "endsAt": [from_now(days=12).isoformat()],
    "fileName": ["slides.pdf", "slides.exe"],
    "fileSize": [2048],
    "firstName": ["Ada"],
    "fullName": ["Ada Lovelace"],
    "hours": [[], [{"weekday": 0, "opens": "09:00", "closes": "17:00"}]],
    "lastName": ["Lovelace"],
    "maxSeats": [0, 1, 20, 1000],
    "meetingUrl": ["https://meet.example.test/coach"],
    "message": ["Is there a recording of it?"],
    "name": ["Ada"],
    "phone": ["+15550100199", ""],
    "price": ["995.00", "0", "99999999.99"],
    "recipients": [None, [{"address": "sam@example.test"}]],
    "recordingUrl": ["https://video.example.test/1", ""],
    "sendAt": [None, from_now(days=1).isoformat()],
    "sessionUrl": ["https://meet.example.test/s", ""],
    "startDate": [from_now(days=40).isoformat()],
    "startsAt": [from_now(days=11).replace(hour=15, minute=0, second=0).isoformat()],
    "subject": ["A word before we start"],
    "tagline": ["From idea to product"],
    "timezone": ["America/New_York", "Asia/Mumbai", "UTC"],
    "title": ["Workbook"],
    "url": ["https://files.example.test/workbook", "https://youtu.be/dQw4w9WgXcQ"],
    "website": [""],
    "zoomJoinUrl": ["https://zoom.example.test/j/1", ""],
    "zoomRegistrationUrl": [""],
    "zoomStartUrl": [""],
}


@dataclass
class World:
    """Whom one can be, and what there is to name, by the names the API has for it."""

    callers: dict[str, Client]
    cookies: dict[str, str]
    known: Known

    def caller(self, role: str) -> Client:
        """With the cookies of the beginning, whatever the last answer set."""
        client = self.callers[role]
        client.cookies = SimpleCookie(self.cookies[role])
        return client


def make_world(stripe: StripeServer) -> World:
    student = _person("sam", phone="+15550100111")
    stranger, admin = _person("olga"), _person("adele", role="ADMIN")
    gone = _person("gone", status=UserStatus.INACTIVE)
    make.FirstAdminLatchFactory.create(user_id=admin.pk)
    theirs, others = _bootcamps("open.example.test"), _bootcamps(CANARY)
    bundles = [make.make_bundle(bootcamps=[theirs[0], others[0]])]
    bundles.append(make.make_bundle(bootcamps=[others[0]], is_active=False))
    purchases = _purchases(student, stranger, theirs, others, bundles[0])
    callers = {role: _caller(role, student=student, admin=admin) for role in ROLES}
    known = PLAUSIBLE.copy()
    for more in (
        _people_and_packages([student, stranger, admin, gone], theirs + others, bundles),
        _what_was_bought(student, stranger, theirs[0], purchases),
        _emails(theirs[0], student),
        _payments(stripe, callers, theirs[0]),
    ):
        known |= {name: known.get(name, []) + values for name, values in more.items()}
    cookies = {role: _written(client) for role, client in callers.items()}
    return World(callers=callers, cookies=cookies, known=known)


def _person(name: str, **fields: Any) -> User:
    user = make.make_user(username=name, email=f"{name}@example.test", **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def _bootcamps(host: str) -> list[Bootcamp]:
    """Two to come, one under way, one over and one in the archive."""
    links = {name: f"https://{host}/{name}" for name in LINKS}
    starts = [from_now(days=30), from_now(days=20), from_now(hours=-1), from_now(days=-5)]
    made = [
        make.make_bootcamp(**links, includes_coaching=True, starts_at=at, ends_at=at + LENGTH)
        for at in starts
    ]
    for bootcamp in made:
        make.make_resource(bootcamp=bootcamp, url=f"https://{host}/resource")
        make.make_resource(
            bootcamp=bootcamp, type=ResourceType.FILE, storage_key=f"{host}/{bootcamp.pk}.pdf"
        )
    return [*made, make.make_bootcamp(**links, status=BootcampStatus.ARCHIVED)]


def _purchases(
    student: User,
    stranger: User,
    theirs: list[Bootcamp],
    others: list[Bootcamp],
    bundle: Bundle,
) -> list[Purchase]:
    given_up = (PurchaseState.REFUNDED, PurchaseState.FAILED, PurchaseState.PENDING)
    return [
        *(make_purchase(bootcamp=bootcamp, user=student) for bootcamp in theirs[:4]),
        *(make_purchase(bootcamp=bootcamp, user=stranger) for bootcamp in others[:4]),
        *(make_purchase(bootcamp=others[0], user=student, state=state) for state in given_up),
        *(make_purchase(bootcamp=theirs[0], state=state) for state in PurchaseState),
        make_purchase(bootcamp=others[1], user=None, guest_email="guest@example.test"),
        make_purchase(bundle=bundle, user=stranger),
        make_purchase(bootcamp=theirs[1], total_amount=0, is_complimentary=True),
    ]


def _people_and_packages(
    users: list[User], bootcamps: list[Bootcamp], bundles: list[Bundle]
) -> Known:
    coach = make.make_coach()
    exception = make.AvailabilityExceptionFactory.create(coach=coach)
    numbers = [bootcamp.pk for bootcamp in bootcamps]
    people = [user.pk for user in users]
    return {
        "user_id": people,
        "userId": people,
        "targetUserId": people,
        "bootcamp_id": numbers,
        "bootcampId": numbers,
        "bootcampIds": [[number] for number in numbers] + [numbers[:2], []],
        "bundle_id": [bundle.pk for bundle in bundles],
        # Mostly without: one bootcamp or one bundle is what can be bought.
        "bundleId": [None, None, None, *(str(bundle.pk) for bundle in bundles)],
        "coach_id": [coach.pk],
        "coachId": [coach.pk],
        "exception_id": [exception.pk],
        "resource_id": list(Resource.objects.values_list("pk", flat=True)),
        "ids": [
            list(Resource.objects.filter(bootcamp=one).values_list("pk", flat=True))
            for one in numbers
        ],
        "email": [user.email for user in users] + ["guest@example.test", "new@example.test"],
        "username": [user.username for user in users] + ["newcomer"],
        "password": [PASSWORD],
        "currentPassword": [PASSWORD],
        "newPassword": ["another good password"],
    }


def _what_was_bought(
    student: User, stranger: User, bootcamp: Bootcamp, purchases: list[Purchase]
) -> Known:
    sessions = [
        make.make_coaching_session(user=user, bootcamp=bootcamp) for user in (student, stranger)
    ]
    hour = from_now(days=5)
    sessions += [
        make.make_coaching_session(
            user=user,
            coach=make.make_coach(),
            status=CoachingStatus.SCHEDULED,
            scheduled_at=hour,
            ends_at=hour + timedelta(hours=1),
        )
        for user in (student, stranger)
    ]
    guest = next(one for one in purchases if one.guest_email == "guest@example.test")
    breaks = [make.ReconciliationBreakFactory.create() for _ in range(2)]
    certificate = make.CertificateFactory.create(
        enrollment=Enrollment.objects.filter(purchase=purchases[3])[0]
    )
    # The last was given away by hand, and can be withdrawn.
    numbers = [purchase.pk for purchase in [*purchases, *purchases[-1:] * 4]]
    token = token_of(invite(purchase=guest))
    waiting = [make.WaitingWishFactory.create(bootcamp=bootcamp).entry for _ in range(2)]
    offer = make.SeatOfferFactory.create()
    free = make.make_purchase(
        bootcamp=bootcamp, user=None, state=PurchaseState.PENDING, total_amount=Decimal(0)
    )
    return {
        "entry_id": [entry.pk for entry in [*waiting, offer.entry]],
        "purchase_id": numbers,
        "purchaseId": numbers,
        "session_id": [session.pk for session in sessions],
        "code": [certificate.code, "123456"],
        "invitationToken": [token],
        "token": [
            token,
            *(WAITING_PLACE.token(entry) for entry in waiting),
            SEAT_OFFER.token(offer),
            FREE_SEAT.token(free),
            *(join_token(each.pk, 0) for one in purchases for each in _without_canary(one)),
        ],
        "key": [f"break/{one.pk}" for one in breaks],
        "confirmation": [student.email, stranger.email],
        "amount": ["1.00", "995.00", "996"],
    }


def _without_canary(purchase: Purchase) -> list[Enrollment]:
    """Whoever has the link to a class is let in, so that nobody may be given one to those."""
    links = Q(bootcamp__zoom_join_url__contains=CANARY)
    return list(purchase.enrollments.exclude(links))


def _emails(bootcamp: Bootcamp, student: User) -> Known:
    templates = [make.make_template(), make.make_template(type="SMS", subject="")]
    messages = [make.make_message(), make.make_message(status=MessageStatus.FAILED)]
    contact = make.ContactMessageFactory.create()
    answer = make.ContactAnswerFactory.create(contact=contact)
    # One is on its way, the other can still be called off.
    batches = [
        make.MessageBatchFactory.create(bootcamp=bootcamp),
        make.MessageBatchFactory.create(
            bootcamp=bootcamp, written_at=None, send_at=from_now(days=1)
        ),
    ]
    suppression = make.SuppressionFactory.create()
    key = unquote(one_click_link(student.email).partition("key=")[2])
    return {
        "template_id": [template.pk for template in templates],
        "templateId": [template.pk for template in templates],
        "message_id": [*(message.pk for message in messages), contact.pk],
        "message": [message.pk for message in messages],
        "answer_id": [answer.pk],
        "batch_id": [batch.pk for batch in batches],
        "suppression_id": [suppression.pk],
        "key": [key],
    }


def _payments(stripe: StripeServer, callers: dict[str, Client], bootcamp: Bootcamp) -> Known:
    """One paid for, and two open checkouts in the very browsers of the callers."""
    paid = Shopper(stripe, email="payer@example.test").buy(bootcamp=bootcamp.pk)
    buyers = [Shopper(stripe, client=callers[role]) for role in ("anonymous", "admin")]
    intents = [buyers[0].session(bootcamp=bootcamp.pk), buyers[1].pay(bootcamp=bootcamp.pk)]
    return {"paymentIntentId": intents, "purchase_id": [paid.pk] * 5, "termsVersion": [TERMS]}


def _caller(role: str, *, student: User, admin: User) -> Client:
    # A bug is to be answered as it would be in production.
    client = Client(headers={"Sec-Fetch-Site": "same-origin"}, raise_request_exception=False)
    if role != "anonymous":
        sign_in_recently(client, student if role == "student" else admin)
    if role == "impersonating":
        asked = {"targetUserId": student.pk, "reason": "Asked for help"}
        path = "/api/admin/impersonate/start"
        assert client.post(path, asked, content_type="application/json").status_code == 200
    return client


def _written(client: Client) -> str:
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
