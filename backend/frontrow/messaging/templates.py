"""Message templates: create, change, enable, disable, delete, and find the active one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Subquery
from django.db.models.functions import JSONObject

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.core.errors import NotFound
from frontrow.messaging.models import Channel, CommunicationTemplate
from frontrow.messaging.template_schemas import TemplateChangeIn, TemplateIn


def list_templates() -> list[CommunicationTemplate]:
    """All templates, oldest first."""
    return list(CommunicationTemplate.objects.order_by("created_at", "pk"))


@dataclass(frozen=True, kw_only=True)
class TemplateWords:
    # Empty if the template uses the default subject.
    subject: str
    content: str


def words_in_use(
    *, categories: Collection[str], channel: Channel = Channel.EMAIL
) -> Mapping[str, TemplateWords]:
    """The texts of each category that has an active template for this channel."""
    active = _active(channel).filter(category__in=categories).order_by("updated_at", "pk")
    return {
        template.category: TemplateWords(subject=template.subject, content=template.content)
        for template in active
    }


def words_in_use_query(*, category: str) -> Subquery:
    """The same for one category, as a subquery of another statement. See `as_words`."""
    latest = _active(Channel.EMAIL).filter(category=category).order_by("-updated_at", "-pk")
    return Subquery(latest.values(words=JSONObject(subject="subject", content="content"))[:1])


def as_words(found: Mapping[str, str] | None) -> TemplateWords | None:
    return TemplateWords(**found) if found else None


def _active(channel: Channel) -> QuerySet[CommunicationTemplate]:
    """If a category has several active templates, the one changed last is used."""
    return CommunicationTemplate.objects.filter(type=channel, is_active=True)


@transaction.atomic
def create_template(*, by: Actor, wanted: TemplateIn) -> CommunicationTemplate:
    template = CommunicationTemplate.objects.create(**_as_columns(wanted.model_dump()))
    _note(by, "created template", template, category=template.category)
    return template


@transaction.atomic
def change_template(
    *, by: Actor, template_id: int, wanted: TemplateChangeIn
) -> CommunicationTemplate:
    """Change the fields that were sent and differ."""
    template = _locked(template_id)
    sent = _as_columns(wanted.model_dump(exclude_unset=True))
    changed = sorted(name for name in sent if sent[name] != getattr(template, name))
    if changed:
        for name in changed:
            setattr(template, name, sent[name])
        template.save()
        _note(by, "changed template", template, changed=changed)
    return template


@transaction.atomic
def delete_template(*, by: Actor, template_id: int) -> None:
    template = _locked(template_id)
    _note(by, "deleted template", template, name=template.name)
    template.delete()


def _locked(template_id: int) -> CommunicationTemplate:
    return _found(CommunicationTemplate.objects.select_for_update().filter(pk=template_id).first())


def _found(template: CommunicationTemplate | None) -> CommunicationTemplate:
    if template is None:
        raise NotFound("Template not found")
    return template


def _as_columns(sent: dict[str, Any]) -> dict[str, Any]:
    if "subject" in sent:
        sent["subject"] = sent["subject"] or ""
    return sent


def _note(by: Actor, action: str, template: CommunicationTemplate, **details: Any) -> None:
    audit.record(by=by, action=action, subject_type="template", subject_id=template.pk, **details)
