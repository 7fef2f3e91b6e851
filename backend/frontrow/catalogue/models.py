"""What is for sale: bootcamps with their seats and resources, and bundles of bootcamps."""

import uuid
from decimal import Decimal

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Now, Upper
from django.db.models.lookups import GreaterThan

from frontrow.catalogue.class_states import ClassState
from frontrow.catalogue.courses import course_key
from frontrow.core.timestamps import Stamped
from frontrow.core.zones import ALLOWED_ZONES


class BootcampType(models.TextChoices):
    BUILD = "Build"
    LAUNCH = "Launch"
    MARKET = "Market"


class BootcampStatus(models.TextChoices):
    ACTIVE = "active"
    ARCHIVED = "archived"


class MeetingState(models.TextChoices):
    """The state of a bootcamp's meeting, as admins see it."""

    NONE = "none"
    PASTED = "pasted"
    COMING = "coming"
    READY = "ready"
    FAILING = "failing"


class ResourceType(models.TextChoices):
    FILE = "FILE"
    YOUTUBE = "YOUTUBE"
    LINK = "LINK"
    DOCUMENT = "DOCUMENT"


class Bootcamp(ClassState, Stamped):
    """One live workshop with a fixed number of seats, each of which is a row."""

    name = models.CharField(max_length=255)
    description = models.TextField()
    tagline = models.CharField(max_length=255, blank=True)
    bootcamp_type = models.CharField(
        max_length=10, choices=BootcampType, default=BootcampType.BUILD
    )
    step = models.PositiveSmallIntegerField(default=1)
    # Classes with the same value are dates of one course (`courses.py`).
    course = models.GeneratedField(
        expression=course_key(), output_field=models.TextField(), db_persist=True
    )
    price = models.DecimalField(
        max_digits=10, decimal_places=2, validators=[MinValueValidator(Decimal(0))]
    )
    max_seats = models.PositiveIntegerField(default=20)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    timezone = models.CharField(max_length=64, default="America/New_York")
    includes_coaching = models.BooleanField(default=False, db_default=False)
    status = models.CharField(max_length=10, choices=BootcampStatus, default=BootcampStatus.ACTIVE)
    # Null while it is a draft, which visitors can't see or buy.
    published_at = models.DateTimeField(null=True, db_default=Now())
    # When a draft is published automatically. Null if no time is set, or it is published.
    publish_at = models.DateTimeField(null=True)
    # The sales period. Null for no limit.
    sales_open_at = models.DateTimeField(null=True)
    sales_close_at = models.DateTimeField(null=True)
    # When an admin restored it from the archive although it was over. It stays restored until its
    # dates change.
    kept_active_at = models.DateTimeField(null=True)
    # True while released seats are reserved for the waiting list. Maintained by the waiting list's
    # allocation.
    serves_list = models.BooleanField(default=False, db_default=False)
    # How often the class was rescheduled. Calendar files use it as their SEQUENCE.
    schedule_version = models.PositiveIntegerField(default=0, db_default=0)

    session_url = models.URLField(max_length=512, blank=True)
    recording_url = models.URLField(max_length=512, blank=True)
    resources_url = models.URLField(max_length=512, blank=True)
    zoom_meeting_id = models.CharField(max_length=64, blank=True)
    zoom_join_url = models.URLField(max_length=512, blank=True)
    zoom_registration_url = models.URLField(max_length=512, blank=True)
    # Only a link pasted by hand. Zoom's own contains the host's key and is fetched on click.
    zoom_start_url = models.URLField(max_length=512, blank=True)
    # Since when the meeting differs from the bootcamp. Null if they agree.
    meeting_due_at = models.DateTimeField(null=True)
    # The expiry of the claim of a running job, or of a call whose response was lost.
    meeting_claimed_until = models.DateTimeField(null=True)
    meeting_failures = models.PositiveIntegerField(default=0, db_default=0)
    meeting_ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "bootcamps"
        constraints = (
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="bootcamps_end_after_start"
            ),
            models.CheckConstraint(condition=Q(price__gte=0), name="bootcamps_price_not_negative"),
            models.CheckConstraint(
                condition=Q(step__gte=1, step__lte=3), name="bootcamps_step_known"
            ),
            models.CheckConstraint(
                condition=Q(max_seats__lte=1000), name="bootcamps_max_seats_sane"
            ),
            models.CheckConstraint(
                condition=Q(bootcamp_type__in=BootcampType.values), name="bootcamps_type_known"
            ),
            models.CheckConstraint(
                condition=Q(status__in=BootcampStatus.values), name="bootcamps_status_known"
            ),
            models.CheckConstraint(
                condition=Q(timezone__in=ALLOWED_ZONES), name="bootcamps_timezone_known"
            ),
            models.CheckConstraint(
                condition=Q(certificate_percent__range=(1, 100)),
                name="bootcamps_certificate_percent_known",
            ),
            models.CheckConstraint(
                condition=Q(sales_open_at__isnull=True)
                | Q(sales_close_at__isnull=True)
                | Q(sales_close_at__gt=F("sales_open_at")),
                name="bootcamps_sales_close_after_open",
            ),
        )
        indexes = (
            models.Index(fields=["status", "starts_at"], name="bootcamps_by_start"),
            models.Index(
                fields=["ends_at"],
                condition=Q(status=BootcampStatus.ACTIVE),
                name="bootcamps_to_archive",
            ),
            GinIndex(OpClass(Upper("name"), name="gin_trgm_ops"), name="bootcamps_name_search"),
        )

    @property
    def is_offered(self) -> bool:
        """Published, not archived, and sales not stopped. As a query: `OFFERED`."""
        is_active = self.status == BootcampStatus.ACTIVE and self.sales_stopped_at is None
        return is_active and self.published_at is not None


OFFERED = Q(status=BootcampStatus.ACTIVE, published_at__isnull=False, sales_stopped_at=None)
SALES_NOT_CLOSED = Q(sales_close_at=None) | Q(sales_close_at__gt=Now())
# Whether a purchase, offer or move may start now: on offer, not begun, and within the sales period.
# A payment that has started may finish a little later, which `is_on_sale.sql` decides.
ON_SALE = (
    OFFERED
    & SALES_NOT_CLOSED
    & (Q(sales_open_at=None) | Q(sales_open_at__lte=Now()))
    & Q(starts_at__gt=Now())
)


class Seat(models.Model):
    """A seat in a bootcamp. Overselling is impossible because seat 21 of 20 does not exist.

    - Free: no enrollment, or the hold has expired.
    - Held: an enrollment and `held_until` in the future.
    - Kept: an enrollment and no `held_until`.

    Enrollments belong to a higher layer (sales), so the column here is a plain number. The database
    enforces the foreign key.
    """

    bootcamp = models.ForeignKey(Bootcamp, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveIntegerField()
    enrollment_id = models.BigIntegerField(null=True)
    held_until = models.DateTimeField(null=True)
    # Held by an offer to a person on the waiting list, not by a checkout.
    is_offered = models.BooleanField(default=False, db_default=False)

    class Meta:
        db_table = "seats"
        constraints = (
            models.UniqueConstraint(fields=["bootcamp", "number"], name="seats_one_per_number"),
            models.UniqueConstraint(fields=["enrollment_id"], name="seats_one_per_enrollment"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seats_number_from_one"),
            models.CheckConstraint(
                condition=Q(held_until__isnull=True) | Q(enrollment_id__isnull=False),
                name="seats_hold_has_holder",
            ),
        )
        indexes = (
            # Few seats are held at any time, and each Pay click counts them.
            models.Index(
                fields=["held_until"], condition=Q(held_until__isnull=False), name="seats_held"
            ),
        )


class MeetingRegistrant(models.Model):
    """An attendee's registration at the meeting, with a personal link."""

    bootcamp = models.ForeignKey(Bootcamp, on_delete=models.CASCADE, related_name="registrants")
    # The database enforces the foreign key, as for a seat.
    enrollment_id = models.BigIntegerField()
    # The meeting of this registration. After a replacement, its links are invalid.
    meeting_id = models.CharField(max_length=64)
    registrant_id = models.CharField(max_length=255)
    join_url = models.URLField(max_length=512)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "meeting_registrants"
        constraints = (
            models.UniqueConstraint(
                fields=["enrollment_id"], name="registrants_one_per_enrollment"
            ),
        )
        indexes = (
            models.Index(fields=["meeting_id", "registrant_id"], name="registrants_by_meeting"),
        )


class MeetingEvent(models.Model):
    """A handled event of the meeting provider. The key makes handling idempotent."""

    key = models.CharField(primary_key=True, max_length=64)
    type = models.CharField(max_length=64)
    received_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "meeting_events"
        indexes = (models.Index(fields=["received_at"], name="meeting_events_by_age"),)


class KeptResources(models.Manager["Resource"]):
    """Without deleted resources, which an admin can still restore for a while."""

    def get_queryset(self) -> models.QuerySet["Resource"]:
        return super().get_queryset().filter(deleted_at__isnull=True)


class Resource(Stamped):
    """Learning material of a bootcamp: a stored file, or an external link."""

    bootcamp = models.ForeignKey(Bootcamp, on_delete=models.CASCADE, related_name="resources")
    title = models.CharField(max_length=255)
    description = models.CharField(max_length=1000, blank=True)
    type = models.CharField(max_length=10, choices=ResourceType)
    url = models.URLField(max_length=2048, blank=True)
    # The file's key in the private bucket. People get only signed URLs.
    storage_key = models.CharField(max_length=512, blank=True)
    file_name = models.CharField(max_length=255, blank=True)
    file_size = models.BigIntegerField(null=True)
    sort_order = models.IntegerField(default=0, db_default=0)
    # Soft delete: hidden at once, and a job removes the row an hour later.
    deleted_at = models.DateTimeField(null=True)

    objects = KeptResources()
    with_deleted = models.Manager["Resource"]()

    class Meta:
        db_table = "bootcamp_resources"
        constraints = (
            models.CheckConstraint(
                condition=Q(type__in=ResourceType.values), name="resources_type_known"
            ),
            models.CheckConstraint(
                condition=Q(file_size__isnull=True) | Q(file_size__gt=0),
                name="resources_file_size_positive",
            ),
            models.CheckConstraint(
                condition=~Q(type__in=[ResourceType.YOUTUBE, ResourceType.LINK]) | ~Q(url=""),
                name="resources_link_has_url",
            ),
        )
        indexes = (
            models.Index(fields=["bootcamp", "sort_order", "id"], name="resources_in_order"),
        )


class Upload(models.Model):
    """Permission to upload one file, and the terms it was signed for. Kept for a day."""

    # The key that the browser uploads to, and the final key, which differs for an undeclared
    # upload.
    key = models.CharField(max_length=255, unique=True)
    storage_key = models.CharField(max_length=255, blank=True)
    uploader = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    # The type and length it was signed for. Null if undeclared.
    content_type = models.CharField(max_length=127, blank=True)
    file_size = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    attached_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "uploads"
        constraints = (
            models.CheckConstraint(
                condition=Q(file_size__isnull=True, content_type="")
                | Q(file_size__isnull=False, file_size__gt=0) & ~Q(content_type=""),
                name="uploads_announced_whole",
            ),
            models.CheckConstraint(
                condition=Q(attached_at__isnull=True) | ~Q(storage_key=""),
                name="uploads_attached_has_place",
            ),
        )


class Bundle(Stamped):
    """Several bootcamps at one price. Each purchase stores what its buyer got."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100)
    description = models.CharField(max_length=1000)
    tagline = models.CharField(max_length=200, blank=True)
    price = models.DecimalField(
        max_digits=10, decimal_places=2, validators=[MinValueValidator(Decimal(0))]
    )
    is_active = models.BooleanField(default=True, db_default=True)
    bootcamps = models.ManyToManyField(Bootcamp, through="BundleBootcamp", related_name="bundles")

    class Meta:
        db_table = "bundles"
        constraints = (
            models.CheckConstraint(condition=Q(price__gte=0), name="bundles_price_not_negative"),
        )
        indexes = (models.Index(fields=["is_active", "created_at"], name="bundles_active"),)


class BundleBootcamp(models.Model):
    bundle = models.ForeignKey(Bundle, on_delete=models.CASCADE, related_name="members")
    bootcamp = models.ForeignKey(Bootcamp, on_delete=models.CASCADE, related_name="memberships")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "bundle_bootcamps"
        constraints = (
            models.UniqueConstraint(
                fields=["bundle", "bootcamp"], name="bundle_bootcamps_unique_pair"
            ),
        )


class PriceStep(models.Model):
    """An early price: until a time, for the first seats sold, or whichever ends first.

    Rows are never changed or deleted, so that past prices can be reconstructed.
    """

    bootcamp = models.ForeignKey(
        Bootcamp, null=True, on_delete=models.CASCADE, related_name="price_steps"
    )
    bundle = models.ForeignKey(
        Bundle, null=True, on_delete=models.CASCADE, related_name="price_steps"
    )
    price = models.DecimalField(max_digits=10, decimal_places=2)
    until = models.DateTimeField(null=True)
    first_seats = models.PositiveIntegerField(null=True)
    # The regular price, and whether a buyer had really paid it. Only then may it be struck through.
    regular_price = models.DecimalField(max_digits=10, decimal_places=2)
    was_charged = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "price_steps"
        constraints = (
            models.CheckConstraint(
                condition=Q(bootcamp__isnull=True, bundle__isnull=False)
                | Q(bootcamp__isnull=False, bundle__isnull=True),
                name="price_steps_of_one_package",
            ),
            # A CHECK that is NULL passes, so the column needs both conditions.
            models.CheckConstraint(
                condition=Q(until__isnull=False) | Q(GreaterThan(Coalesce(F("first_seats"), 0), 0)),
                name="price_steps_end",
            ),
            models.CheckConstraint(
                condition=Q(price__gte=0, price__lt=F("regular_price")),
                name="price_steps_below_regular",
            ),
        )
