"""Messaging models: templates, the outbox (also the log), consent and contact messages."""

import uuid

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now, Upper

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.core.timestamps import Stamped


class Channel(models.TextChoices):
    EMAIL = "EMAIL"
    SMS = "SMS"


class TemplateCategory(models.TextChoices):
    WELCOME = "WELCOME"
    REMINDER_1DAY = "REMINDER_1DAY"
    REMINDER_1HOUR = "REMINDER_1HOUR"
    REGISTRATION_CONFIRM = "REGISTRATION_CONFIRM"


class MessageStatus(models.TextChoices):
    PENDING = "PENDING"
    SENT = "SENT"
    FAILED = "FAILED"


class MessageFate(models.TextChoices):
    """What happened to an email after the receiving server accepted it."""

    BOUNCED = "BOUNCED"
    COMPLAINED = "COMPLAINED"


class CommunicationTemplate(Stamped):
    name = models.CharField(max_length=100)
    type = models.CharField(max_length=5, choices=Channel)
    category = models.CharField(max_length=32, choices=TemplateCategory)
    subject = models.CharField(max_length=200, blank=True)
    content = models.CharField(max_length=5000)
    is_active = models.BooleanField(default=True, db_default=True)

    class Meta:
        db_table = "communication_templates"
        constraints = (
            models.CheckConstraint(
                condition=Q(type__in=Channel.values), name="templates_type_known"
            ),
            models.CheckConstraint(
                condition=Q(category__in=TemplateCategory.values), name="templates_category_known"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="templates_have_a_name"),
            models.CheckConstraint(condition=~Q(content=""), name="templates_have_content"),
        )
        indexes = (models.Index(fields=["type", "category", "is_active"], name="templates_in_use"),)


class Message(models.Model):
    """One message to one address. The row is the outbox entry and then the log entry.

    The dedupe key names the event, so that no event is announced twice.
    """

    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="messages")
    bootcamp = models.ForeignKey(
        Bootcamp, null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    # The purchase's id without a foreign key, because `messaging` may not depend on `sales`.
    purchase_id = models.BigIntegerField(null=True)
    type = models.CharField(max_length=5, choices=Channel)
    # A template category, CUSTOM for an admin's own message, or the name of one of our own emails.
    category = models.CharField(max_length=32)
    recipient = models.CharField(max_length=255)
    subject = models.CharField(max_length=255, blank=True)
    content = models.TextField()
    html = models.TextField(blank=True)
    reply_to = models.EmailField(max_length=255, blank=True)
    # Message-IDs of the thread that it continues, oldest first. The last is the one it answers.
    thread = models.TextField(blank=True, db_default="")
    # File name, media type and text of each attachment (calendar files).
    attachments = models.JSONField(default=list)

    # A link that only the reader may have, encrypted until it is sent and then deleted. The text
    # contains a placeholder for it.
    sealed_link = models.TextField(blank=True, db_default="")

    dedupe_key = models.CharField(max_length=200, unique=True)
    # Fixed when written, so that a retry has the same Message-ID.
    message_id = models.CharField(max_length=255, unique=True, null=True)
    status = models.CharField(max_length=7, choices=MessageStatus, default=MessageStatus.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    send_after = models.DateTimeField(null=True)
    # Set while a worker sends it. If the worker dies, this shows that the message was claimed.
    sending_since = models.DateTimeField(null=True)
    provider_id = models.CharField(max_length=255, blank=True)
    error_message = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    sent_at = models.DateTimeField(null=True)
    # The reader can stop optional mail with one click.
    is_optional = models.BooleanField(default=False, db_default=False)
    # When the receiving provider reported the delivery. Not every provider does.
    delivered_at = models.DateTimeField(null=True)
    fate = models.CharField(max_length=10, choices=MessageFate, blank=True, db_default="")
    # When the bounce or complaint was reported to us.
    fate_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "communication_logs"
        constraints = (
            models.CheckConstraint(
                condition=Q(type__in=Channel.values), name="messages_type_known"
            ),
            models.CheckConstraint(
                condition=Q(status__in=MessageStatus.values), name="messages_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status=MessageStatus.SENT) | Q(sent_at__isnull=False),
                name="messages_sent_has_time",
            ),
            models.CheckConstraint(
                condition=Q(fate__in=["", *MessageFate.values]), name="messages_fate_known"
            ),
            # A line break in a header would let a sender inject headers.
            models.CheckConstraint(
                condition=~Q(subject__regex=r"[\r\n]") & ~Q(recipient__regex=r"[\r\n]"),
                name="messages_no_header_break",
            ),
        )
        indexes = (
            models.Index(
                fields=["type", "id"],
                condition=Q(status=MessageStatus.PENDING),
                name="messages_waiting",
            ),
            models.Index(F("created_at").desc(), F("id").desc(), name="messages_newest"),
            models.Index("status", F("created_at").desc(), name="messages_by_status"),
            models.Index("bootcamp", F("created_at").desc(), name="messages_by_bootcamp"),
            models.Index(
                fields=["purchase_id"],
                condition=Q(purchase_id__isnull=False),
                name="messages_by_purchase",
            ),
            models.Index(
                fields=["provider_id"],
                condition=~Q(provider_id=""),
                name="messages_by_provider_id",
            ),
            models.Index(
                fields=["fate_at"], condition=Q(fate_at__isnull=False), name="messages_by_fate"
            ),
            models.Index(Lower("recipient"), F("created_at").desc(), name="messages_by_recipient"),
            GinIndex(
                OpClass(Upper("recipient"), name="gin_trgm_ops"),
                OpClass(Upper("subject"), name="gin_trgm_ops"),
                OpClass(Upper("category"), name="gin_trgm_ops"),
                name="messages_search",
            ),
        )


class MessageBatch(models.Model):
    """An admin's message to the attendees of one bootcamp. Idempotent by its key.

    The dedupe keys of its messages begin with the batch's id.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Chosen by the form, so that a second click sends the same key.
    idempotency_key = models.UUIDField(unique=True, default=uuid.uuid4)
    bootcamp = models.ForeignKey(Bootcamp, on_delete=models.CASCADE, related_name="batches")
    sent_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="batches")
    type = models.CharField(max_length=5, choices=Channel)
    category = models.CharField(max_length=32)
    subject = models.CharField(max_length=200, blank=True)
    content = models.CharField(max_length=5000)
    # The addresses that it was limited to. Null for all attendees.
    only_to = models.JSONField(null=True)
    # Name, address and reason of each attendee who was skipped.
    left_out = models.JSONField(default=list)
    recipient_count = models.PositiveIntegerField(default=0)
    send_at = models.DateTimeField(null=True)
    # When its messages were written. A scheduled batch is written at its time.
    written_at = models.DateTimeField(null=True)
    canceled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "message_batches"
        constraints = (
            models.CheckConstraint(condition=Q(type__in=Channel.values), name="batches_type_known"),
            models.CheckConstraint(condition=~Q(content=""), name="batches_have_content"),
            models.CheckConstraint(
                condition=Q(written_at__isnull=True) | Q(canceled_at__isnull=True),
                name="batches_written_or_canceled",
            ),
            models.CheckConstraint(
                condition=Q(written_at__isnull=False) | Q(send_at__isnull=False),
                name="batches_wait_for_a_time",
            ),
        )
        indexes = (models.Index("bootcamp", F("created_at").desc(), name="batches_newest"),)

    @property
    def key_prefix(self) -> str:
        return f"batch:{self.pk}:"


class SmsConsent(models.Model):
    """A person's consent to text messages: when, to which wording, and whether it is in force."""

    phone = models.CharField(max_length=16)
    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="sms_consents")
    # Set for a guest who consented during a purchase.
    purchase_id = models.BigIntegerField(null=True)
    source = models.CharField(max_length=32)
    text_version = models.CharField(max_length=32)
    granted_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "sms_consents"
        constraints = (
            models.UniqueConstraint(
                fields=["phone", "user", "purchase_id"],
                condition=Q(withdrawn_at__isnull=True),
                nulls_distinct=False,
                name="sms_consents_one_each",
            ),
            models.CheckConstraint(
                condition=Q(phone__regex=r"^\+[1-9][0-9]{6,14}$"), name="sms_consents_phone_e164"
            ),
        )


class Suppression(models.Model):
    """An address that must not be sent mail or texts, and why."""

    channel = models.CharField(max_length=5, choices=Channel)
    address = models.CharField(max_length=255)
    reason = models.CharField(max_length=32)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "suppressions"
        constraints = (
            models.UniqueConstraint(
                "channel", Lower("address"), name="suppressions_unique_address"
            ),
            models.CheckConstraint(
                condition=Q(channel__in=Channel.values), name="suppressions_channel_known"
            ),
        )


class ContactMessage(models.Model):
    """A message from a visitor's contact form."""

    name = models.CharField(max_length=100)
    email = models.EmailField(max_length=255)
    subject = models.CharField(max_length=200)
    message = models.CharField(max_length=2000)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    read_at = models.DateTimeField(null=True)
    # The operator who handles it.
    assigned_to = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "contact_messages"
        indexes = (
            models.Index(F("created_at").desc(), F("id").desc(), name="contact_newest"),
            models.Index(fields=["id"], condition=Q(read_at__isnull=True), name="contact_unread"),
        )


class ContactAnswer(models.Model):
    """An operator's answer to a contact message, delayed for undo and then sent once.

    Its email is found by the dedupe key.
    """

    contact = models.ForeignKey(ContactMessage, on_delete=models.CASCADE, related_name="answers")
    # Chosen by the form, so that a second click sends the same key.
    idempotency_key = models.UUIDField()
    author = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    text = models.CharField(max_length=5000)
    # Whether the answer also closed the conversation. Undoing the answer reopens it.
    closes = models.BooleanField(default=False, db_default=False)
    send_at = models.DateTimeField()
    written_at = models.DateTimeField(null=True)
    canceled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "contact_answers"
        constraints = (
            models.UniqueConstraint(fields=["idempotency_key"], name="contact_answers_once"),
            models.CheckConstraint(condition=~Q(text=""), name="contact_answers_have_text"),
            models.CheckConstraint(
                condition=Q(written_at__isnull=True) | Q(canceled_at__isnull=True),
                name="contact_answers_written_or_canceled",
            ),
        )

    @property
    def event(self) -> str:
        return f"answer:{self.pk}"


class NoticeKind(models.TextChoices):
    SALE = "sale"
    REFUND = "refund"
    DISPUTE = "dispute"
    BOUNCE = "bounce"
    CONTACT = "contact"
    LAST_SEATS = "last_seats"
    CLASS_NOT_READY = "class_not_ready"
    FEEDBACK = "feedback"


class NoticePace(models.TextChoices):
    AT_ONCE = "at_once"
    DIGEST = "digest"
    OFF = "off"


class NoticeChoice(models.Model):
    """One operator's pace for one kind of notice. None is sent both at once and in a digest."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="notice_choices", db_index=False
    )
    kind = models.CharField(max_length=15, choices=NoticeKind)
    pace = models.CharField(max_length=7, choices=NoticePace)
    # Earlier events are not announced, so that switching a notice on sends no flood.
    since = models.DateTimeField()
    told_until = models.DateTimeField()

    class Meta:
        db_table = "notice_choices"
        constraints = (
            models.UniqueConstraint(fields=["user", "kind"], name="notice_choices_once_each"),
            models.CheckConstraint(
                condition=Q(kind__in=NoticeKind.values), name="notice_choices_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(pace__in=NoticePace.values), name="notice_choices_pace_known"
            ),
        )
