"""A buyer's invitation to an account, progress, certificate and calendar feed."""

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
    # The value that the specification requires.
    CANCELED = "cancelled"


class Certificate(models.Model):
    """The proof that the holder attended a bootcamp. Anyone who knows the code can verify it.

    Its text is a snapshot, so renaming a person or bootcamp doesn't change it. The row is kept
    without the name after the account is deleted, because it ends the right to a refund.
    """

    code = models.CharField(max_length=12, unique=True)
    enrollment = models.OneToOneField(
        Enrollment, on_delete=models.PROTECT, related_name="certificate"
    )
    # Empty after the holder's account was deleted.
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
    """Lets a guest claim their purchases, or the new holder of a transferred seat claim it.

    Only the token's hash is stored.
    """

    email = models.EmailField(max_length=255)
    # Empty if it is about a transferred seat.
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
    """A material that a student has opened. Progress counts these."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="resource_openings")
    resource = models.ForeignKey(Resource, on_delete=models.CASCADE, related_name="openings")
    first_opened_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "resource_openings"
        constraints = (
            models.UniqueConstraint(fields=["user", "resource"], name="resource_openings_once"),
        )


class CalendarFeed(models.Model):
    """How often a person has renewed their calendar feed's URL. No row means never."""

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    version = models.PositiveIntegerField()

    class Meta:
        db_table = "calendar_feeds"
