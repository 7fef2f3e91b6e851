"""A student's calendar: the file of one bootcamp, and a private feed of all.

The feed's URL is computed from the user and a version. A user who fears that someone else knows it
can renew it. Then the version increases and the old URL stops working.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.http import HttpResponse

from frontrow.accounts.models import User, UserStatus
from frontrow.core.clock import database_now
from frontrow.core.errors import NotFound
from frontrow.core.signed_links import LinkKind
from frontrow.portal.access import THE_SESSION, find_paid_enrollment, seated_enrollments
from frontrow.portal.schemas import CalendarFeedOut
from frontrow.sales.attending.calendar_file import calendar_feed, calendar_file, join_links_of
from frontrow.sales.buyers.visitors import Visitor, is_buyer
from frontrow.sales.enrollment.enrollments import held_by, live
from frontrow.sales.models import PAID_FOR, CalendarFeed, Enrollment, Purchase, PurchaseState

UNKNOWN_FEED = "This calendar link doesn't work. It may have been replaced by a new one."
FIRST_VERSION = 1


def download_calendar(*, user: User, bootcamp_id: int, is_looking: bool) -> HttpResponse:
    """With the student's join link, or a portal link for an admin who `is_looking` as them."""
    enrollment = find_paid_enrollment(user=user, bootcamp_id=bootcamp_id, wanted=THE_SESSION)
    return _file_of(enrollment, [] if is_looking else join_links_of([enrollment]))


def download_bought(*, visitor: Visitor, purchase_id: int, bootcamp_id: int) -> HttpResponse:
    """The same file right after paying, for the browser that paid, without an account.

    Works while the purchase isn't in an account, then only for the account's owner. Unknown and
    foreign purchases both raise NotFound.
    """
    purchase = Purchase.objects.filter(pk=purchase_id, state=PurchaseState.COMPLETED).first()
    if purchase is None or not is_buyer(purchase, visitor, ""):
        raise NotFound
    if purchase.user_id not in {None, visitor.user_id}:
        raise NotFound
    own = seated_enrollments().filter(
        live(), purchase=purchase, bootcamp=bootcamp_id, holder=None, holder_email=""
    )
    enrollment = own.first()
    if enrollment is None:
        raise NotFound
    return _file_of(enrollment, join_links_of([enrollment]))


def _file_of(enrollment: Enrollment, links: Sequence[str]) -> HttpResponse:
    response = _as_calendar(
        calendar_file(enrollments=[enrollment], written_at=database_now(), links=links)
    )
    response["Content-Disposition"] = 'attachment; filename="bootcamp.ics"'
    return response


def show_feed(*, user: User) -> CalendarFeedOut:
    return CalendarFeedOut(url=FEED.url(user))


@transaction.atomic
def renew_feed(*, user: User) -> CalendarFeedOut:
    """Create a new URL. The previous one shows nothing from now on."""
    _, is_first = CalendarFeed.objects.get_or_create(
        user=user, defaults={"version": FIRST_VERSION + 1}
    )
    if not is_first:
        CalendarFeed.objects.filter(user=user).update(version=F("version") + 1)
    return show_feed(user=user)


def read_feed(*, token: str) -> HttpResponse:
    # The entry of one that was given back must be there to say so.
    enrollments = (
        Enrollment.objects.filter(held_by(_owner_of(token)), purchase__state__in=PAID_FOR)
        .select_related("bootcamp", "purchase")
        .order_by("bootcamp__starts_at", "id")
    )
    response = _as_calendar(calendar_feed(enrollments=list(enrollments), written_at=database_now()))
    # Calendar programs poll often, so a short private cache is acceptable.
    response["Cache-Control"] = "private, max-age=300"
    return response


def _owner_of(token: str) -> User:
    user = FEED.find(token, User.objects.filter(status=UserStatus.ACTIVE))
    if user is None:
        raise NotFound(UNKNOWN_FEED)
    return user


def _user_and_version(user: User) -> tuple[int, int]:
    feed = CalendarFeed.objects.filter(user=user).first()
    return user.pk, feed.version if feed else FIRST_VERSION


FEED = LinkKind("calendar feed", _user_and_version, "/api/calendar/{}.ics")


def _as_calendar(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")
