"""What only the desk keeps: steps of visitors, notes, bulk acts, red classes, backups."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import Purchase


class FunnelStep(models.TextChoices):
    """The steps the server cannot see by itself; payments it knows from the purchases."""

    LANDING = "landing"
    CHECKOUT = "checkout"


class FunnelDay(models.Model):
    """How often a page was opened on one day of the operator's calendar: a number, no more."""

    day = models.DateField()
    step = models.CharField(max_length=10, choices=FunnelStep)
    count = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        db_table = "funnel_days"
        constraints = (
            models.UniqueConstraint(fields=["day", "step"], name="funnel_days_once_each"),
            models.CheckConstraint(
                condition=Q(step__in=FunnelStep.values), name="funnel_days_step_known"
            ),
        )


class BoardCount(models.Model):
    """How many issues the reconciliation board had when it was last looked at: one row."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    issues = models.PositiveIntegerField()
    counted_at = models.DateTimeField()

    class Meta:
        db_table = "board_counts"
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="board_counts_one_row"),)


class DeskNote(models.Model):
    """What somebody of the team wrote down about a person or a purchase, for the others.

    A guest is known by what they bought, so a note about one hangs on their newest purchase: it
    goes along into the account, and to a corrected address.
    """

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="desk_notes")
    purchase = models.ForeignKey(
        Purchase, null=True, on_delete=models.CASCADE, related_name="desk_notes"
    )
    author = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.CharField(max_length=2000)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "desk_notes"
        constraints = (
            models.CheckConstraint(
                condition=Q(user__isnull=False, purchase__isnull=True)
                | Q(user__isnull=True, purchase__isnull=False),
                name="desk_notes_about_one",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="desk_notes_have_text"),
        )


class BulkKind(models.TextChoices):
    """What can be done to many at once; to each of them it is the same act as to one."""

    RESEND_CONFIRMATION = "resend_confirmation"
    MESSAGE = "message"
    NOTE = "note"
    MOVE = "move"
    ARCHIVE = "archive"
    PUBLISH = "publish"
    EARLY_PRICE = "early_price"


class BulkSubject(models.TextChoices):
    """Which list the rows were chosen in. A guest is known by their newest purchase."""

    PURCHASES = "purchases"
    MEMBERS = "members"
    GUESTS = "guests"
    BOOTCAMPS = "bootcamps"


class BulkAct(models.Model):
    """One act on many rows, and how far it has come.

    Whom it is done to is written down when it is asked for: what comes to match a filter later is
    not touched.
    """

    # Chosen by the form that sends it: a second click brings the same key.
    key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=20, choices=BulkKind)
    subject = models.CharField(max_length=10, choices=BulkSubject)
    asked_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    subject_ids = ArrayField(models.BigIntegerField())
    total = models.PositiveIntegerField()
    # How many of them have been dealt with, and how many of those came to nothing.
    place = models.PositiveIntegerField(default=0, db_default=0)
    failed = models.PositiveIntegerField(default=0, db_default=0)
    # What is sent, noted, or given as the reason for a move.
    title = models.CharField(max_length=200, default="", db_default="")
    text = models.TextField(default="", db_default="")
    # Of a move: from which bootcamp, and to which.
    from_bootcamp_id = models.BigIntegerField(null=True)
    to_bootcamp_id = models.BigIntegerField(null=True)
    # Of an early price: its amount and when it ends, as one bootcamp's is sent.
    early_price = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    begins_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # Why it ended before its last row, in words.
    stopped_because = models.CharField(max_length=200, default="", db_default="")

    class Meta:
        db_table = "bulk_acts"
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=BulkKind.values), name="bulk_kind_known"),
            models.CheckConstraint(
                condition=Q(subject__in=BulkSubject.values), name="bulk_subject_known"
            ),
            models.CheckConstraint(
                condition=Q(place__lte=F("total"), failed__lte=F("place")),
                name="bulk_place_within",
            ),
        )


class BulkFailure(models.Model):
    """A row that a bulk act could not be done to, and why, as somebody who did it alone is told."""

    act = models.ForeignKey(BulkAct, on_delete=models.CASCADE, related_name="failures")
    subject_id = models.BigIntegerField()
    reason = models.CharField(max_length=500)

    class Meta:
        db_table = "bulk_failures"
        constraints = (
            models.UniqueConstraint(fields=["act", "subject_id"], name="bulk_failures_once_each"),
        )


class ReadinessNotice(models.Model):
    """That a class near its start was found red, once for each set of red cells."""

    bootcamp = models.ForeignKey(
        Bootcamp, on_delete=models.CASCADE, related_name="readiness_notices", db_index=False
    )
    # A class that moves is told of anew.
    starts_at = models.DateTimeField()
    # SHA-256 over the keys of the cells, so that a full class fits into the constraint too.
    red_cells = models.CharField(max_length=64)
    words = models.CharField(max_length=300)
    noted_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "readiness_notices"
        constraints = (
            models.UniqueConstraint(
                fields=["bootcamp", "starts_at", "red_cells"], name="readiness_notices_once_each"
            ),
        )
        indexes = (models.Index(fields=["noted_at"], name="readiness_notices_by_time"),)


class Backup(models.Model):
    """A backup of the database that ended well, noted by `tools/backup`."""

    finished_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "backups"
