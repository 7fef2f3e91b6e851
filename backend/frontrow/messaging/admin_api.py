"""Endpoints of the admin's desk for templates, the log, the inbox and blocked addresses."""

from django.http import HttpRequest
from ninja import Query

from frontrow.accounts.gates import admin
from frontrow.accounts.schemas import MessageOut
from frontrow.core.routing import Router
from frontrow.messaging import contact_inbox, message_log, suppression_list, templates
from frontrow.messaging.models import CommunicationTemplate
from frontrow.messaging.template_schemas import (
    ContactMessageOut,
    ContactPageOut,
    ContactReadIn,
    InboxQuery,
    LiftSuppressionIn,
    LoggedMessageOut,
    MessageLogQuery,
    MessagePageOut,
    MessageWordsOut,
    SuppressionOut,
    SuppressionPageOut,
    SuppressionQuery,
    TemplateChangeIn,
    TemplateIn,
    TemplateOut,
)

router = Router(tags=["admin"])


@router.get("/admin/communication-templates", response=list[TemplateOut], auth=admin)
def list_communication_templates(request: HttpRequest) -> list[CommunicationTemplate]:
    return templates.list_templates()


@router.post("/admin/communication-templates", response=TemplateOut, auth=admin)
def create_communication_template(
    request: HttpRequest, payload: TemplateIn
) -> CommunicationTemplate:
    return templates.create_template(request=request, wanted=payload)


@router.put("/admin/communication-templates/{template_id}", response=TemplateOut, auth=admin)
def change_communication_template(
    request: HttpRequest, template_id: int, payload: TemplateChangeIn
) -> CommunicationTemplate:
    return templates.change_template(request=request, template_id=template_id, wanted=payload)


@router.delete("/admin/communication-templates/{template_id}", response=MessageOut, auth=admin)
def delete_communication_template(request: HttpRequest, template_id: int) -> MessageOut:
    templates.delete_template(request=request, template_id=template_id)
    return MessageOut(message="Template deleted.")


@router.get("/admin/messages", response=MessagePageOut, auth=admin)
def list_messages(request: HttpRequest, asked: Query[MessageLogQuery]) -> MessagePageOut:
    return message_log.read_message_log(asked=asked)


@router.get("/admin/messages/{message_id}", response=MessageWordsOut, auth=admin)
def get_message(request: HttpRequest, message_id: int) -> MessageWordsOut:
    return message_log.read_message(message_id=message_id)


@router.post("/admin/messages/{message_id}/retry", response=LoggedMessageOut, auth=admin)
def retry_message(request: HttpRequest, message_id: int) -> LoggedMessageOut:
    return message_log.retry_message(request=request, message_id=message_id)


@router.get("/admin/suppressions", response=SuppressionPageOut, auth=admin)
def list_suppressions(request: HttpRequest, asked: Query[SuppressionQuery]) -> SuppressionPageOut:
    return suppression_list.list_suppressions(asked=asked)


@router.post("/admin/suppressions/{suppression_id}/lift", response=SuppressionOut, auth=admin)
def lift_suppression(
    request: HttpRequest, suppression_id: int, payload: LiftSuppressionIn
) -> SuppressionOut:
    return suppression_list.lift_suppression(
        request=request, suppression_id=suppression_id, why=payload.reason
    )


@router.get("/admin/contact-messages", response=ContactPageOut, auth=admin)
def list_contact_messages(request: HttpRequest, asked: Query[InboxQuery]) -> ContactPageOut:
    return contact_inbox.read_inbox(unread_only=asked.unread, page=asked.page)


@router.patch("/admin/contact-messages/{message_id}", response=ContactMessageOut, auth=admin)
def mark_contact_message(
    request: HttpRequest, message_id: int, payload: ContactReadIn
) -> ContactMessageOut:
    return contact_inbox.mark_contact_message(message_id=message_id, is_read=payload.is_read)
