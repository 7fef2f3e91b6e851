"""Movements, refunds, disputes, and the payment provider's events."""

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce, Now

from frontrow.accounts.models import User
from frontrow.core.timestamps import Stamped
from frontrow.sales.models.enrollments import Enrollment
from frontrow.sales.models.purchases import Purchase


class RefundStatus(models.TextChoices):
    REQUESTED = "requested"
    PENDING = "pending"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    DECLINED = "declined"


class MovementKind(models.TextChoices):
    PAYMENT = "payment"
    REFUND = "refund"
    DISPUTE = "dispute"
    DISPUTE_WON = "dispute_won"


class MovementStatus(models.TextChoices):
    PENDING = "pending"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


class Movement(models.Model):
    """One movement of money as the provider reports it. All financial figures are sums of these.

    Payments are positive, refunds are negative. A dispute takes its amount when it opens and is
    pending until the bank decides. If we win, another movement returns the amount.
    """

    purchase = models.ForeignKey(Purchase, on_delete=models.PROTECT, related_name="movements")
    kind = models.CharField(max_length=11, choices=MovementKind)
    status = models.CharField(max_length=9, choices=MovementStatus)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    # The provider's fee, if it is known.
    fee = models.DecimalField(max_digits=10, decimal_places=2, null=True)
    provider_id = models.CharField(max_length=255, unique=True)
    happened_at = models.DateTimeField()

    class Meta:
        db_table = "movements"
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=["payment", "dispute_won"], amount__gte=0)
                | Q(kind__in=["refund", "dispute"], amount__lt=0),
                name="movements_sign_by_kind",
            ),
            models.CheckConstraint(
                condition=Q(status__in=MovementStatus.values), name="movements_status_known"
            ),
        )
        indexes = (
            models.Index(
                fields=["happened_at"], condition=Q(status="succeeded"), name="movements_succeeded"
            ),
        )


class Refund(Stamped):
    """A refund that was requested from us. At most one per purchase is pending."""

    purchase = models.ForeignKey(Purchase, on_delete=models.PROTECT, related_name="refunds")
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    status = models.CharField(max_length=10, choices=RefundStatus, default=RefundStatus.REQUESTED)
    # The clause of the policy that grants it, or who decided.
    reason = models.CharField(max_length=64)
    note = models.TextField(blank=True)
    requested_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="requested_refunds"
    )
    stripe_refund_id = models.CharField(max_length=255, null=True, unique=True)
    settled_at = models.DateTimeField(null=True)
    # The one bootcamp that is refunded, by the first enrollment of its chain.
    gives_back = models.ForeignKey(
        Enrollment, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # The provider's refund that the request became.
    movement = models.ForeignKey(
        Movement, null=True, on_delete=models.PROTECT, related_name="requests"
    )

    class Meta:
        db_table = "refunds"
        constraints = (
            models.CheckConstraint(condition=Q(amount__gt=0), name="refunds_amount_positive"),
            models.CheckConstraint(
                condition=Q(status__in=RefundStatus.values), name="refunds_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status=RefundStatus.SUCCEEDED) | Q(settled_at__isnull=False),
                name="refunds_succeeded_has_time",
            ),
            models.UniqueConstraint(
                fields=["purchase"],
                condition=Q(status__in=["requested", "pending"]),
                name="refunds_one_under_way",
            ),
        )
        indexes = (
            models.Index(
                fields=["settled_at"], condition=Q(status="succeeded"), name="refunds_settled"
            ),
        )


class RefundLine(models.Model):
    """How much of one enrollment a refund pays back, or a dispute takes.

    A request has lines from the beginning, and the movement that it becomes shares them. A movement
    without a request has separate lines. Lines of a won dispute are negative. They refer to the
    first enrollment of a chain, which carries the share. `sql/fill_refund_lines.sql` writes them.
    """

    # Both use the unique constraints below.
    refund = models.ForeignKey(
        Refund, null=True, on_delete=models.CASCADE, related_name="lines", db_index=False
    )
    movement = models.ForeignKey(
        Movement, null=True, on_delete=models.CASCADE, related_name="lines", db_index=False
    )
    enrollment = models.ForeignKey(
        Enrollment, on_delete=models.PROTECT, related_name="refund_lines", db_index=False
    )
    amount = models.DecimalField(max_digits=10, decimal_places=2)

    class Meta:
        db_table = "refund_lines"
        constraints = (
            models.CheckConstraint(
                condition=Q(refund__isnull=False) | Q(movement__isnull=False),
                name="refund_lines_of_something",
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0) | Q(amount__lt=0, refund__isnull=True),
                name="refund_lines_amount_not_zero",
            ),
            models.UniqueConstraint(
                fields=["refund", "enrollment"], name="refund_lines_once_per_refund"
            ),
            models.UniqueConstraint(
                fields=["movement", "enrollment"], name="refund_lines_once_per_movement"
            ),
        )
        indexes = (models.Index(fields=["enrollment"], name="refund_lines_by_enrollment"),)


class Dispute(Stamped):
    """A dispute by the cardholder's bank. Open until the bank has decided."""

    purchase = models.ForeignKey(Purchase, on_delete=models.PROTECT, related_name="disputes")
    provider_id = models.CharField(max_length=255, unique=True)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    # The provider's values for the reason and the status.
    reason = models.CharField(max_length=64)
    status = models.CharField(max_length=32)
    # The deadline for evidence.
    due_by = models.DateTimeField(null=True)
    opened_at = models.DateTimeField()
    evidence_sent_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "disputes"
        constraints = (
            models.CheckConstraint(condition=Q(amount__gt=0), name="disputes_amount_positive"),
        )
        indexes = (
            models.Index(
                fields=["due_by"], condition=Q(closed_at__isnull=True), name="disputes_open"
            ),
        )

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def is_inquiry(self) -> bool:
        """Whether the bank only asks and hasn't taken money."""
        return self.status.startswith("warning")


class EventCursor(models.Model):
    """The position up to which the provider's list of events has been read."""

    name = models.CharField(primary_key=True, max_length=32)
    # Unix time by the provider's clock.
    position = models.BigIntegerField()
    read_at = models.DateTimeField(auto_now=True, db_default=Now())

    class Meta:
        db_table = "event_cursors"


class StripeEvent(models.Model):
    """A webhook as it was received. Stored once, and retried until it is handled."""

    id = models.CharField(primary_key=True, max_length=255)
    type = models.CharField(max_length=100)
    # The object to read at Stripe. The webhook's body is only a hint.
    object_id = models.CharField(max_length=255, blank=True)
    received_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    handled_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "stripe_events"
        indexes = (
            models.Index(fields=["object_id"], name="stripe_events_by_object"),
            models.Index(
                fields=["received_at"],
                condition=Q(handled_at__isnull=True),
                name="stripe_events_unhandled",
            ),
            models.Index(fields=["received_at"], name="stripe_events_by_time"),
        )


class ReconciliationBreak(models.Model):
    """A mismatch with the provider. Open until an admin or a job resolves it."""

    kind = models.CharField(max_length=32)
    purchase = models.ForeignKey(
        Purchase, null=True, on_delete=models.CASCADE, related_name="breaks"
    )
    payment_intent_id = models.CharField(max_length=255, blank=True)
    details = models.JSONField(default=dict)
    opened_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    resolved_at = models.DateTimeField(null=True)
    resolved_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="resolved_breaks"
    )

    class Meta:
        db_table = "reconciliation_breaks"
        constraints = (
            # Failed refunds have one row each.
            models.UniqueConstraint(
                F("kind"),
                F("payment_intent_id"),
                Coalesce(KT("details__refund"), Value("")),
                condition=Q(resolved_at__isnull=True),
                name="breaks_open_once_each",
            ),
        )
        indexes = (
            models.Index(
                fields=["opened_at"], condition=Q(resolved_at__isnull=True), name="breaks_open"
            ),
        )
