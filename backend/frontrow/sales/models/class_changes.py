"""A canceled or moved class, and each student's choice for their seat."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models.codes import DiscountCode
from frontrow.sales.models.enrollments import Enrollment
from frontrow.sales.models.payments import Refund


class ChangeKind(models.TextChoices):
    CANCEL = "cancel"
    MOVE = "move"


class ChangeState(models.TextChoices):
    # Students can choose.
    OPEN = "open"
    CARRYING_OUT = "carrying_out"
    DONE = "done"


class Choice(models.TextChoices):
    KEEP = "keep"
    DATE = "date"
    REFUND = "refund"
    # Of a bundle, every seat that wasn't attended.
    REFUND_ALL = "refund_all"
    CREDIT = "credit"


class ChosenBy(models.TextChoices):
    STUDENT = "student"
    DESK = "desk"
    # The student didn't choose in time.
    SILENCE = "silence"


class ClassChange(models.Model):
    """An operator's cancellation or move of a class. Students can choose until a deadline."""

    # Uses the constraint and the index below.
    bootcamp = models.ForeignKey(
        Bootcamp, on_delete=models.CASCADE, related_name="class_changes", db_index=False
    )
    kind = models.CharField(max_length=6, choices=ChangeKind)
    state = models.CharField(max_length=12, choices=ChangeState, default=ChangeState.OPEN)
    old_starts_at = models.DateTimeField()
    old_ends_at = models.DateTimeField()
    # Only of a move.
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    # Classes that are offered instead.
    alternatives = ArrayField(models.BigIntegerField(), default=list)
    words = models.TextField(blank=True)
    choose_by = models.DateTimeField()
    offers_credit = models.BooleanField()
    announced_at = models.DateTimeField(db_default=Now())
    announced_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    nudged_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "class_changes"
        constraints = (
            models.UniqueConstraint(
                fields=["bootcamp"], condition=~Q(state="done"), name="class_changes_one_open_each"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=ChangeKind.values), name="class_changes_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=ChangeState.values), name="class_changes_state_known"
            ),
            models.CheckConstraint(
                condition=Q(kind="cancel", starts_at__isnull=True, ends_at__isnull=True)
                | Q(kind="move", starts_at__isnull=False, ends_at__isnull=False),
                name="class_changes_move_has_date",
            ),
            models.CheckConstraint(
                condition=Q(state="done", done_at__isnull=False)
                | ~Q(state="done") & Q(done_at__isnull=True),
                name="class_changes_done_has_time",
            ),
        )
        indexes = (models.Index(fields=["bootcamp", "-id"], name="class_changes_newest"),)


class ClassChoice(models.Model):
    """One seat of a changed class.

    `enrollment` is the first of its chain, so the row stays valid if the seat moves.
    """

    # Uses the unique constraint below.
    change = models.ForeignKey(
        ClassChange, on_delete=models.CASCADE, related_name="choices", db_index=False
    )
    enrollment = models.ForeignKey(
        Enrollment, on_delete=models.CASCADE, related_name="class_choices"
    )
    choice = models.CharField(max_length=10, choices=Choice, blank=True, default="", db_default="")
    to_bootcamp = models.ForeignKey(
        Bootcamp, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    by = models.CharField(max_length=7, choices=ChosenBy, blank=True, default="", db_default="")
    chosen_at = models.DateTimeField(null=True)
    # The result: the last requested refund, or the credit.
    refund = models.ForeignKey(
        Refund, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    credit = models.OneToOneField(
        DiscountCode, null=True, on_delete=models.PROTECT, related_name="class_choice"
    )
    # The total that was refunded or converted to a credit.
    amount = models.DecimalField(max_digits=10, decimal_places=2, default=0, db_default=0)
    done_at = models.DateTimeField(null=True)
    # Why it failed, in words. Empty if it succeeded or wasn't tried yet.
    failure = models.CharField(max_length=255, blank=True, default="", db_default="")

    class Meta:
        db_table = "class_choices"
        constraints = (
            models.UniqueConstraint(
                fields=["change", "enrollment"], name="class_choices_one_per_seat"
            ),
            models.CheckConstraint(
                condition=Q(choice__in=["", *Choice.values]), name="class_choices_choice_known"
            ),
            models.CheckConstraint(
                condition=Q(choice="", by="", chosen_at__isnull=True)
                | ~Q(choice="") & Q(by__in=ChosenBy.values, chosen_at__isnull=False),
                name="class_choices_chosen_by_someone",
            ),
            models.CheckConstraint(
                condition=Q(choice="date", to_bootcamp__isnull=False)
                | ~Q(choice="date") & Q(to_bootcamp__isnull=True),
                name="class_choices_date_named",
            ),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True) | Q(failure=""),
                name="class_choices_done_or_failed",
            ),
        )
        indexes = (
            models.Index(
                fields=["change"], condition=Q(done_at__isnull=True), name="class_choices_to_do"
            ),
        )
