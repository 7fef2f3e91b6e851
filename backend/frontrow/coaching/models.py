"""The private hour: who coaches, when they are free, and the sessions students book."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeBoundary, RangeOperators
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Greatest

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.core.timestamps import Stamped
from frontrow.core.zones import ALLOWED_ZONES


class CoachingStatus(models.TextChoices):
    PENDING = "pending"
    SCHEDULED = "scheduled"
    COMPLETED = "completed"
    NO_SHOW = "no_show"
    CANCELED = "canceled"


class Coach(Stamped):
    """A person who gives coaching, and the rules of their calendar."""

    user = models.OneToOneField(User, on_delete=models.PROTECT, related_name="coach")
    timezone = models.CharField(max_length=64, default="America/New_York")
    meeting_url = models.URLField(max_length=512, blank=True)
    buffer_minutes = models.PositiveSmallIntegerField(default=15)
    notice_hours = models.PositiveSmallIntegerField(default=24)
    is_active = models.BooleanField(default=True, db_default=True)
    # The calendar feed's address is computed from it; raised, the old address is nobody's.
    feed_version = models.PositiveIntegerField(default=1, db_default=1)

    class Meta:
        db_table = "coaches"
        constraints = (
            models.CheckConstraint(
                condition=Q(timezone__in=ALLOWED_ZONES), name="coaches_timezone_known"
            ),
        )


class WeeklyHours(models.Model):
    """A stretch of every week in which the coach can be booked, in the coach's own zone."""

    coach = models.ForeignKey(Coach, on_delete=models.CASCADE, related_name="weekly_hours")
    # 0 is Monday.
    weekday = models.PositiveSmallIntegerField()
    opens = models.TimeField()
    closes = models.TimeField()

    class Meta:
        db_table = "coach_weekly_hours"
        constraints = (
            models.CheckConstraint(
                condition=Q(weekday__gte=0, weekday__lte=6), name="weekly_hours_weekday_known"
            ),
            models.CheckConstraint(
                condition=Q(closes__gt=F("opens")), name="weekly_hours_close_after_open"
            ),
        )


class AvailabilityException(models.Model):
    """A stretch of time in which the weekly hours do not hold: a day off, or an extra opening."""

    coach = models.ForeignKey(Coach, on_delete=models.CASCADE, related_name="exceptions")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    is_available = models.BooleanField(default=False, db_default=False)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "coach_exceptions"
        constraints = (
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="coach_exceptions_end_after_start"
            ),
        )


def _time_between(start: F, end: F | Greatest) -> Func:
    """From the first moment up to the last, the last not included: hours may touch."""
    return Func(
        start, end, RangeBoundary(), function="TSTZRANGE", output_field=DateTimeRangeField()
    )


class CoachingSession(Stamped):
    """One student's private hour for one bootcamp.

    Two booked hours of one coach cannot overlap, and the later one begins after the earlier one's
    buffer; nor can one student be in two hours at once. The database refuses the second.
    """

    user = models.ForeignKey(
        User, null=True, on_delete=models.CASCADE, related_name="coaching_sessions"
    )
    bootcamp = models.ForeignKey(
        Bootcamp, on_delete=models.PROTECT, related_name="coaching_sessions"
    )
    # Which enrollment granted it and which purchase paid, as numbers: a guest's hour waits for
    # its account.
    enrollment_id = models.BigIntegerField(null=True)
    purchase_id = models.BigIntegerField(null=True)
    coach = models.ForeignKey(
        Coach, null=True, on_delete=models.PROTECT, related_name="coaching_sessions"
    )
    scheduled_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    # The end of the coach's buffer after it, as the buffer was when the hour was booked.
    busy_until = models.DateTimeField(null=True)
    session_url = models.URLField(max_length=512, blank=True)
    notes = models.TextField(blank=True)
    status = models.CharField(max_length=10, choices=CoachingStatus, default=CoachingStatus.PENDING)
    reschedules = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Grows with every change a calendar must hear of: the SEQUENCE of its entry.
    schedule_version = models.PositiveIntegerField(default=0, db_default=0)
    # It ends later than others where we canceled its time.
    kept_until = models.DateTimeField(null=True)
    # When whoever has not booked yet was last reminded to.
    reminded_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "coaching_sessions"
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=CoachingStatus.values), name="coaching_status_known"
            ),
            models.UniqueConstraint(fields=["enrollment_id"], name="coaching_one_per_enrollment"),
            models.CheckConstraint(
                condition=~Q(status=CoachingStatus.SCHEDULED)
                | Q(coach__isnull=False, scheduled_at__isnull=False, ends_at__isnull=False),
                name="coaching_scheduled_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True, scheduled_at__isnull=True)
                | Q(ends_at__gt=F("scheduled_at"), scheduled_at__isnull=False),
                name="coaching_end_after_start",
            ),
            ExclusionConstraint(
                name="coaching_no_double_booking",
                expressions=[
                    ("coach", RangeOperators.EQUAL),
                    # Greatest passes over a missing buffer: the hour itself always counts.
                    (
                        _time_between(F("scheduled_at"), Greatest("ends_at", "busy_until")),
                        RangeOperators.OVERLAPS,
                    ),
                ],
                condition=Q(status=CoachingStatus.SCHEDULED),
            ),
            ExclusionConstraint(
                name="coaching_student_in_one_place",
                expressions=[
                    ("user", RangeOperators.EQUAL),
                    (_time_between(F("scheduled_at"), F("ends_at")), RangeOperators.OVERLAPS),
                ],
                condition=Q(status=CoachingStatus.SCHEDULED),
            ),
        )
        indexes = (
            models.Index(fields=["user", "status"], name="coaching_by_user"),
            models.Index(fields=["coach", "scheduled_at"], name="coaching_by_coach"),
        )
