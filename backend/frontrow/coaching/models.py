"""Coaching: coaches, their availability, and the sessions that students book."""

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
    """A user who coaches, and the rules of their calendar."""

    user = models.OneToOneField(User, on_delete=models.PROTECT, related_name="coach")
    timezone = models.CharField(max_length=64, default="America/New_York")
    meeting_url = models.URLField(max_length=512, blank=True)
    buffer_minutes = models.PositiveSmallIntegerField(default=15)
    notice_hours = models.PositiveSmallIntegerField(default=24)
    is_active = models.BooleanField(default=True, db_default=True)
    # The calendar feed's URL is derived from it. Incrementing it invalidates the old URL.
    feed_version = models.PositiveIntegerField(default=1, db_default=1)

    class Meta:
        db_table = "coaches"
        constraints = (
            models.CheckConstraint(
                condition=Q(timezone__in=ALLOWED_ZONES), name="coaches_timezone_known"
            ),
        )


class WeeklyHours(models.Model):
    """A weekly interval in which the coach can be booked, in the coach's zone."""

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
    """An interval that overrides the weekly hours: time off, or extra hours."""

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
    """A half-open range, so that hours may touch."""
    return Func(
        start, end, RangeBoundary(), function="TSTZRANGE", output_field=DateTimeRangeField()
    )


class CoachingSession(Stamped):
    """One student's private hour for one bootcamp.

    Two booked hours of a coach can't overlap, including the earlier one's buffer. Neither can two
    hours of a student. The database's exclusion constraints enforce both.
    """

    user = models.ForeignKey(
        User, null=True, on_delete=models.CASCADE, related_name="coaching_sessions"
    )
    bootcamp = models.ForeignKey(
        Bootcamp, on_delete=models.PROTECT, related_name="coaching_sessions"
    )
    # The enrollment that granted it and the purchase that paid, as plain numbers. A guest's hour
    # waits for their account.
    enrollment_id = models.BigIntegerField(null=True)
    purchase_id = models.BigIntegerField(null=True)
    coach = models.ForeignKey(
        Coach, null=True, on_delete=models.PROTECT, related_name="coaching_sessions"
    )
    scheduled_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    # The end of the coach's buffer after the hour, as it was at booking.
    busy_until = models.DateTimeField(null=True)
    session_url = models.URLField(max_length=512, blank=True)
    notes = models.TextField(blank=True)
    status = models.CharField(max_length=10, choices=CoachingStatus, default=CoachingStatus.PENDING)
    reschedules = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Incremented by every change that affects calendars: the SEQUENCE of its event.
    schedule_version = models.PositiveIntegerField(default=0, db_default=0)
    # Extended if we canceled its time.
    kept_until = models.DateTimeField(null=True)
    # When the student was last reminded to book.
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
                    # GREATEST ignores a NULL buffer, so the hour itself always counts.
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
