"""An offer to take over a seat: made to an address, accepted there by a button, or taken back."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.sales.models.enrollments import Enrollment


class HandOverState(models.TextChoices):
    OFFERED = "offered"
    ACCEPTED = "accepted"
    TAKEN_BACK = "taken back"
    # Its time is up, or one of the two has had their account deleted.
    VOID = "void"


class HandOver(models.Model):
    """Until it is accepted the giver has the seat. Only the token's hash is kept.

    The recipient's name and address stay while the offer is open: afterwards they are the
    enrollment's, or nobody's business.
    """

    enrollment = models.ForeignKey(Enrollment, on_delete=models.CASCADE, related_name="hand_overs")
    to_email = models.EmailField(max_length=255, blank=True)
    to_name = models.CharField(max_length=255, blank=True)
    token_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=HandOverState, default=HandOverState.OFFERED)
    # Whoever was signed in; nobody where it was offered by the emailed link.
    asked_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    # An admin may also hand over what was given away.
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
