"""Enrollments: one person's right to one seat, which is attended, moved, refunded or ended."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models.purchases import Purchase


class EndedBecause(models.TextChoices):
    MOVED = "moved"
    HANDED_OVER = "handed over"
    REFUNDED = "refunded"
    CANCELED = "canceled"
    WITHDRAWN = "withdrawn"
    DISPUTED = "disputed"
    # It paid for a move. The moved seat uses its chair from then on.
    PAID_MOVE = "paid move"


# It ended, and another enrollment continues it.
CONTINUED = (EndedBecause.MOVED, EndedBecause.HANDED_OVER)


class Enrollment(models.Model):
    """One bootcamp of a purchase as it was sold: the right to a seat, through all later changes.

    It is live until it ends. Seats, meeting registrations, coaching hours and certificates refer to
    it. Access depends on its holder, who is the buyer unless the seat was transferred. Refunds
    depend on the buyer.
    """

    purchase = models.ForeignKey(Purchase, on_delete=models.CASCADE, related_name="enrollments")
    bootcamp = models.ForeignKey(Bootcamp, on_delete=models.PROTECT, related_name="enrollments")
    # As sold: name, list price and hours.
    name = models.CharField(max_length=255)
    price = models.DecimalField(max_digits=10, decimal_places=2)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    timezone = models.CharField(max_length=64)
    # Its share of the purchase's total. The shares add up to the total. Zero if it continues
    # another enrollment, because the first of the chain was paid for.
    paid = models.DecimalField(max_digits=10, decimal_places=2)
    # The amount of its share that became a credit. It is paid for and can't be refunded.
    credited = models.DecimalField(max_digits=10, decimal_places=2, default=0, db_default=0)
    # The attendee if it isn't the buyer: an account, or an address without one yet.
    holder = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="held_seats", db_index=False
    )
    holder_email = models.EmailField(max_length=255, blank=True, default="", db_default="")
    holder_name = models.CharField(max_length=255, blank=True, default="", db_default="")
    # First click on the join link, which opens before the session.
    joined_at = models.DateTimeField(null=True)
    # First present during the session, or marked by an admin.
    attended_at = models.DateTimeField(null=True)
    # When an admin marked the attendance. Afterwards only an admin changes `attended_at`.
    attendance_marked_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_because = models.CharField(
        max_length=11, choices=EndedBecause, blank=True, default="", db_default=""
    )
    # The enrollment that it continues after a move or transfer.
    replaces = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="replaced_by", db_index=False
    )
    # The first of its chain, if it is another. The payment and the calendar entry belong to the
    # first.
    first = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # The calendar entry's sequence number when this enrollment took it over.
    calendar_changes = models.PositiveIntegerField(default=0, db_default=0)
    # Part of the signed join link. Increasing it revokes earlier links.
    link_version = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        db_table = "enrollments"
        constraints = (
            models.UniqueConstraint(
                fields=["purchase", "bootcamp"],
                condition=Q(ended_at__isnull=True),
                name="enrollments_one_live_each",
            ),
            # Of two concurrent changes of one seat, only one can continue it.
            models.UniqueConstraint(
                fields=["replaces"],
                condition=Q(replaces__isnull=False),
                name="enrollments_continued_once",
            ),
            models.CheckConstraint(
                condition=Q(price__gte=0), name="enrollments_price_not_negative"
            ),
            models.CheckConstraint(condition=Q(paid__gte=0), name="enrollments_paid_not_negative"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_because="")
                | Q(ended_at__isnull=False, ended_because__in=EndedBecause.values),
                name="enrollments_ended_has_reason",
            ),
            models.CheckConstraint(
                condition=Q(replaces__isnull=True, first__isnull=True)
                | Q(replaces__isnull=False, first__isnull=False),
                name="enrollments_chain_has_first",
            ),
        )
        # Partial indexes, because few enrollments have one.
        indexes = (
            models.Index(
                fields=["holder"], condition=Q(holder__isnull=False), name="enrollments_by_holder"
            ),
            models.Index(
                Lower("holder_email"),
                condition=~Q(holder_email=""),
                name="enrollments_by_holder_email",
            ),
        )

    @property
    def calendar_number(self) -> int:
        """Identifies the calendar entry, which a move updates instead of adding another."""
        return self.first_id or self.pk

    @property
    def is_handed_over(self) -> bool:
        """Whether an attendee was named, who may be the buyer again."""
        return self.holder_id is not None or self.holder_email != ""

    @property
    def is_paid_by_another(self) -> bool:
        """Whether it was transferred to someone other than the buyer."""
        is_buyers = self.holder_id is not None and self.holder_id == self.purchase.user_id
        return self.is_handed_over and not is_buyers

    @property
    def attendee(self) -> User | None:
        """The account that attends, if there is one: the holder's, else the buyer's."""
        return self.holder if self.is_handed_over else self.purchase.user

    @property
    def attendee_name(self) -> str:
        """The name of an attendee without an account."""
        return self.holder_name or self.purchase.guest_full_name

    @property
    def attendee_email(self) -> str:
        """The address of an attendee without an account."""
        return self.holder_email or self.purchase.guest_email
