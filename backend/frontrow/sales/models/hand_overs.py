"""An offer to transfer a seat: sent to an address, and accepted or withdrawn."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.sales.models.enrollments import Enrollment


class HandOverState(models.TextChoices):
    OFFERED = "offered"
    ACCEPTED = "accepted"
    TAKEN_BACK = "taken back"
    # Expired, or one of the two people deleted their account.
    VOID = "void"


class HandOver(models.Model):
    """The giver keeps the seat until the offer is accepted. Only the token's hash is stored.

    The recipient's name and address are kept while the offer is open. Then they are moved to the
    enrollment or deleted.
    """

    enrollment = models.ForeignKey(Enrollment, on_delete=models.CASCADE, related_name="hand_overs")
    to_email = models.EmailField(max_length=255, blank=True)
    to_name = models.CharField(max_length=255, blank=True)
    token_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=HandOverState, default=HandOverState.OFFERED)
    # The signed-in user. Null if it was offered by the emailed link.
    asked_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    # An admin may also transfer a complimentary seat.
    by_desk = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "hand_overs"
        constraints = (
            models.UniqueConstraint(fields=["token_hash"], name="hand_overs_token_hash_key"),
            models.UniqueConstraint(
                fields=["enrollment"], condition=Q(state="offered"), name="hand_overs_one_open_each"
            ),
            models.CheckConstraint(
                condition=Q(state__in=HandOverState.values), name="hand_overs_state_known"
            ),
            models.CheckConstraint(
                condition=~Q(state="offered") | ~Q(to_email="") & ~Q(to_name=""),
                name="hand_overs_open_has_recipient",
            ),
        )
        indexes = (
            models.Index(
                fields=["expires_at"], condition=Q(state="offered"), name="hand_overs_open"
            ),
        )
