"""One person's right to one seat in one bootcamp: what is attended, moves, is refunded and ends."""

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
    # What paid for a move: its chair is the moved seat's from then on.
    PAID_MOVE = "paid move"


# It ended, and another goes on from it.
CONTINUED = (EndedBecause.MOVED, EndedBecause.HANDED_OVER)


class Enrollment(models.Model):
    """A bootcamp of a purchase, as it was sold: the right to a seat, whatever changes later.

    It is live until it has ended. Seats, places in meetings, coaching hours and certificates hang
    on it. Access asks its holder, who is the buyer unless the seat was handed over; money asks the
    buyer.
    """

    purchase = models.ForeignKey(Purchase, on_delete=models.CASCADE, related_name="enrollments")
    bootcamp = models.ForeignKey(Bootcamp, on_delete=models.PROTECT, related_name="enrollments")
    # As sold: name, list price and hours.
    name = models.CharField(max_length=255)
    price = models.DecimalField(max_digits=10, decimal_places=2)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    timezone = models.CharField(max_length=64)
    # Its share of the purchase's total; the shares add up to it. Nothing for one that continues
    # another: the first of the chain was paid for.
    paid = models.DecimalField(max_digits=10, decimal_places=2)
    # What of its share became a personal credit: it is paid for and can't go back as money.
    credited = models.DecimalField(max_digits=10, decimal_places=2, default=0, db_default=0)
    # Who attends, where that is not the buyer: an account, or an address that has none yet.
    holder = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="held_seats", db_index=False
    )
    holder_email = models.EmailField(max_length=255, blank=True, default="", db_default="")
    holder_name = models.CharField(max_length=255, blank=True, default="", db_default="")
    # First went through the door, which opens before the session does.
    joined_at = models.DateTimeField(null=True)
    # First present within the session's hours, or marked by an admin.
    attended_at = models.DateTimeField(null=True)
    # When an admin said whether they came; nothing else changes `attended_at` after that.
    attendance_marked_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_because = models.CharField(
        max_length=11, choices=EndedBecause, blank=True, default="", db_default=""
    )
    # The one it continues, by a move or by being handed over.
    replaces = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="replaced_by", db_index=False
    )
    # The first of its chain, where that is another: what was paid and the calendar entry are its.
    first = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # How many changes the calendar entry had seen before this one took it over.
    calendar_changes = models.PositiveIntegerField(default=0, db_default=0)
    # Part of the signed join link: raised, it makes the links before it worthless.
    link_version = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        db_table = "enrollments"
        constraints = (
            models.UniqueConstraint(
                fields=["purchase", "bootcamp"],
                condition=Q(ended_at__isnull=True),
                name="enrollments_one_live_each",
            ),
            # Of two who change one seat at once, one goes on from it.
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
        # Few have one: the others need no entry.
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
        """Names the calendar entry, which a move changes and never doubles."""
        return self.first_id or self.pk

    @property
    def is_handed_over(self) -> bool:
        """Somebody was named who attends; that may be the buyer again."""
        return self.holder_id is not None or self.holder_email != ""

    @property
    def is_paid_by_another(self) -> bool:
        """Handed over, and not back to the buyer: who holds it is not who paid."""
        is_buyers = self.holder_id is not None and self.holder_id == self.purchase.user_id
        return self.is_handed_over and not is_buyers

    @property
    def attendee(self) -> User | None:
        """Whose account it belongs to, if there is one: the holder's, else the buyer's."""
        return self.holder if self.is_handed_over else self.purchase.user

    @property
    def attendee_name(self) -> str:
        """As they are called where there is no account."""
        return self.holder_name or self.purchase.guest_full_name

    @property
    def attendee_email(self) -> str:
        """Where to write where there is no account."""
        return self.holder_email or self.purchase.guest_email
