"""What a purchase gives its buyer: the way to an account, progress, a certificate."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Resource
from frontrow.sales.models.enrollments import Enrollment


class InvitationStatus(models.TextChoices):
    SENT = "sent"
    ACCEPTED = "accepted"
    EXPIRED = "expired"
    # As the specification spells it.
    CANCELED = "cancelled"


class Certificate(models.Model):
    """That the holder took part in a bootcamp to its end; anybody who knows the code may check.

    What it says is a snapshot: a later rename of person or bootcamp changes no certificate. The
    row outlives its holder's account, without the name, because it ends the right to a refund.
    """

    code = models.CharField(max_length=12, unique=True)
    enrollment = models.OneToOneField(
        Enrollment, on_delete=models.PROTECT, related_name="certificate"
    )
    # Empty once the holder has had the account deleted.
    holder_name = models.CharField(max_length=301)
    bootcamp_name = models.CharField(max_length=255)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    timezone = models.CharField(max_length=64)
    issued_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "certificates"
        constraints = (
            models.CheckConstraint(
                condition=Q(code__regex=r"^[A-Z2-7]{12}$"), name="certificates_code_form"
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=False) | ~Q(holder_name=""),
                name="certificates_valid_has_name",
            ),
        )


class AccountInvitation(models.Model):
    """Lets whoever bought as a guest claim those purchases, or whoever took over a seat claim it.

    Only the token's hash is kept.
    """

    email = models.EmailField(max_length=255)
    # What was bought; nothing where it is about a seat that was handed over.
    purchase_ids = ArrayField(models.BigIntegerField())
    held_enrollment_id = models.BigIntegerField(null=True)
    token_hash = models.CharField(max_length=64, unique=True)
    status = models.CharField(max_length=9, choices=InvitationStatus, default=InvitationStatus.SENT)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="invitations")

    class Meta:
        db_table = "account_invitations"
        constraints = (
            models.CheckConstraint(
                condition=Q(purchase_ids__len__gte=1) | Q(held_enrollment_id__isnull=False),
                name="invitations_for_something",
            ),
            models.CheckConstraint(
                condition=Q(status__in=InvitationStatus.values), name="invitations_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status=InvitationStatus.ACCEPTED) | Q(accepted_at__isnull=False),
                name="invitations_accepted_has_time",
            ),
        )
        indexes = (
            models.Index(Lower("email"), name="invitations_by_email"),
            GinIndex(fields=["purchase_ids"], name="invitations_by_purchase"),
        )


class ResourceOpening(models.Model):
    """That a student has opened a piece of material; what progress is counted from."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="resource_openings")
    resource = models.ForeignKey(Resource, on_delete=models.CASCADE, related_name="openings")
    first_opened_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "resource_openings"
        constraints = (
            models.UniqueConstraint(fields=["user", "resource"], name="resource_openings_once"),
        )


class CalendarFeed(models.Model):
    """How often a person has renewed the address of their calendar feed; none means never."""

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    version = models.PositiveIntegerField()

    class Meta:
        db_table = "calendar_feeds"
