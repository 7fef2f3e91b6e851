"""Retention of messages in both directions: docs/reference/privacy.md has the list."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce, Now

from frontrow.core.batches import batches_of
from frontrow.core.jobs import job
from frontrow.messaging.models import ContactMessage, Message, MessageBatch, MessageStatus

# What the site writes by itself can be told again from what it is about.
AUTOMATIC_KEPT_FOR = timedelta(days=30)
TEAMS_KEPT_FOR = timedelta(days=365)
CONTACT_KEPT_FOR = timedelta(days=365)
FROM_THE_TEAM = Q(category="CUSTOM") | Q(category="ANSWER") | Q(dedupe_key__startswith="batch:")


@job(every="51 3 * * *")
def forget_old_words(timestamp: int) -> None:
    """Each night: messages past their time lose their words; that and when they were sent stays."""
    ended = Message.objects.exclude(status=MessageStatus.PENDING).exclude(content="")
    ended = ended.alias(ended_at=Coalesce("sent_at", "created_at"))
    automatic = ended.exclude(FROM_THE_TEAM).filter(ended_at__lt=Now() - AUTOMATIC_KEPT_FOR)
    teams = ended.filter(FROM_THE_TEAM, ended_at__lt=Now() - TEAMS_KEPT_FOR)
    for old in (automatic, teams):
        for batch in batches_of(old):
            batch.update(content="", html="", attachments=[], sealed_link="")
    batches = MessageBatch.objects.filter(created_at__lt=Now() - TEAMS_KEPT_FOR)
    batches.exclude(left_out=[]).update(left_out=[])
    batches.filter(only_to__isnull=False).exclude(only_to=[]).update(only_to=[])


@job(every="53 3 * * *")
def forget_old_contact_messages(timestamp: int) -> None:
    for batch in batches_of(ContactMessage.objects.filter(created_at__lt=Now() - CONTACT_KEPT_FOR)):
        batch.delete()
