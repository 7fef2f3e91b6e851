"""The waiting list: people, the classes that they wait for, and the seats offered to them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, BootcampType, Bundle
from frontrow.sales.models.purchases import Purchase


class WaitingKind(models.TextChoices):
    # Any one of these dates.
    DATES = "dates"
    # All classes of a bundle together.
    BUNDLE = "bundle"
    # A notice of the next date, because none is on sale.
    INTEREST = "interest"


class WaitingState(models.TextChoices):
    WAITING = "waiting"
    OFFERED = "offered"
    TAKEN = "taken"
    # Left by the emailed link, or deleted the account.
    LEFT = "left"
    REMOVED = "removed"
    # Two offers weren't taken.
    OFF = "off"
    # Got a seat in another way.
    HAS_SEAT = "has seat"
    # All were told at once, or the next date was announced.
    TOLD = "told"
    # The class began or was canceled.
    CLOSED = "closed"


LIVE = (WaitingState.WAITING, WaitingState.OFFERED)


class OfferState(models.TextChoices):
    OPEN = "open"
    TAKEN = "taken"
    DECLINED = "declined"
    EXPIRED = "expired"


class WaitingEntry(models.Model):
    """One person's place in line: verified addresses first, then by `queued_at`.

    An offer that isn't taken resets `queued_at`.
    """

    kind = models.CharField(max_length=8, choices=WaitingKind)
    email = models.EmailField(max_length=255)
    name = models.CharField(max_length=255)
    user = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="waiting_entries"
    )
    bundle = models.ForeignKey(
        Bundle, null=True, on_delete=models.CASCADE, related_name="waiting_entries"
    )
    # The browser's time zone when they joined. Offers never expire during their night.
    timezone = models.CharField(max_length=64, blank=True, default="", db_default="")
    wants_sms = models.BooleanField(default=False, db_default=False)
    state = models.CharField(max_length=8, choices=WaitingState, default=WaitingState.WAITING)
    # The number of offers that weren't taken.
    misses = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Where they joined: one of our pages, or an admin added them.
    source = models.CharField(max_length=16, default="site", db_default="site")
    # Keyed hash of the network, so that one network can't fill the list.
    network_key = models.CharField(max_length=64, blank=True, default="", db_default="")
    # When the address was verified, by sign-in or by the emailed link. Unverified entries are
    # offered seats last, so that made-up addresses don't delay real people.
    proven_at = models.DateTimeField(null=True)
    # The dates that they were told of, so that each is announced once (`waiting/new_dates.py`).
    told_of = ArrayField(models.TextField(), default=list, db_default=[])
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    queued_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "waiting_entries"
        constraints = (
            models.UniqueConstraint(
                Lower("email"),
                condition=Q(kind="dates", state__in=["waiting", "offered"]),
                name="waiting_entries_one_for_dates",
            ),
            models.UniqueConstraint(
                Lower("email"),
                "bundle",
                condition=Q(kind="bundle", state__in=["waiting", "offered"]),
                name="waiting_entries_one_for_bundle",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=WaitingKind.values), name="waiting_entries_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=WaitingState.values), name="waiting_entries_state_known"
            ),
            models.CheckConstraint(
                condition=Q(kind="bundle", bundle__isnull=False)
                | ~Q(kind="bundle") & Q(bundle__isnull=True),
                name="waiting_entries_bundle_named",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "offered"], ended_at__isnull=True)
                | ~Q(state__in=["waiting", "offered"]) & Q(ended_at__isnull=False),
                name="waiting_entries_end_has_time",
            ),
        )
        indexes = (
            models.Index(
                fields=["queued_at", "id"], condition=Q(state="waiting"), name="waiting_in_line"
            ),
            models.Index(Lower("email"), name="waiting_entries_by_email"),
            models.Index(
                fields=["ended_at"],
                condition=Q(ended_at__isnull=False),
                name="waiting_entries_ended",
            ),
        )

    @property
    def is_live(self) -> bool:
        return self.state in LIVE


class WaitingWish(models.Model):
    """A class they would take or, if none is on sale, the course whose next date they want."""

    entry = models.ForeignKey(WaitingEntry, on_delete=models.CASCADE, related_name="wishes")
    bootcamp = models.ForeignKey(
        Bootcamp, null=True, on_delete=models.CASCADE, related_name="waiting_wishes"
    )
    bootcamp_type = models.CharField(
        max_length=10, choices=BootcampType, blank=True, default="", db_default=""
    )

    # From the type's newest class. Empty if it had none, or if a class is wished for.
    course = models.TextField(blank=True, default="", db_default="")

    class Meta:
        db_table = "waiting_wishes"
        constraints = (
            models.UniqueConstraint(
                fields=["entry", "bootcamp", "bootcamp_type"], name="waiting_wishes_once"
            ),
            models.CheckConstraint(
                condition=Q(bootcamp__isnull=False, bootcamp_type="")
                | Q(bootcamp__isnull=True, bootcamp_type__in=BootcampType.values),
                name="waiting_wishes_for_something",
            ),
        )


class SeatOffer(models.Model):
    """A seat offered to a person on the list. Its purchase is pending and holds the seats.

    Its token is signed and not stored.
    """

    entry = models.ForeignKey(WaitingEntry, on_delete=models.CASCADE, related_name="offers")
    purchase = models.OneToOneField(Purchase, on_delete=models.CASCADE, related_name="seat_offer")
    state = models.CharField(max_length=8, choices=OfferState, default=OfferState.OPEN)
    # Offered out of turn by an admin.
    by_desk = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    # When the reminder of the last hour was sent, and when the end was announced.
    reminded_at = models.DateTimeField(null=True)
    told_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "seat_offers"
        constraints = (
            models.UniqueConstraint(
                fields=["entry"], condition=Q(state="open"), name="seat_offers_one_open_each"
            ),
            models.CheckConstraint(
                condition=Q(state__in=OfferState.values), name="seat_offers_state_known"
            ),
        )
        indexes = (
            models.Index(fields=["expires_at"], condition=Q(state="open"), name="seat_offers_open"),
            models.Index(
                fields=["ended_at"],
                condition=Q(state__in=["declined", "expired"], told_at__isnull=True),
                name="seat_offers_to_tell",
            ),
        )
