"""Admin endpoints for templates, the message log, the inbox and blocked addresses."""

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.core.clock import now
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router
from frontrow.messaging import (
    contact_answers,
    contact_inbox,
    message_log,
    notice_choices,
    suppression_list,
    templates,
)
from frontrow.messaging.inbox_schemas import (
    ContactAnswerIn,
    ContactAnswerOut,
    ContactChangeIn,
    ContactPageOut,
    ConversationOut,
    InboxQuery,
    NoticeChoiceIn,
    NoticesOut,
)
from frontrow.messaging.models import CommunicationTemplate
from frontrow.messaging.template_schemas import (
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


@router.get(
    "/admin/communication-templates", response=list[TemplateOut], auth=needs(Right.MESSAGES)
)
def list_communication_templates(request: HttpRequest) -> list[CommunicationTemplate]:
    return templates.list_templates()


@router.post(
    "/admin/communication-templates", response=TemplateOut, auth=needs(Right.MESSAGES, recent=True)
)
def create_communication_template(
    request: HttpRequest, payload: TemplateIn
) -> CommunicationTemplate:
    return templates.create_template(by=actor_of(request), wanted=payload)


@router.put(
    "/admin/communication-templates/{template_id}",
    response=TemplateOut,
    auth=needs(Right.MESSAGES, recent=True),
)
def change_communication_template(
    request: HttpRequest, template_id: int, payload: TemplateChangeIn
) -> CommunicationTemplate:
    return templates.change_template(by=actor_of(request), template_id=template_id, wanted=payload)


@router.delete(
    "/admin/communication-templates/{template_id}", response=MessageOut, auth=needs(Right.MESSAGES)
)
def delete_communication_template(request: HttpRequest, template_id: int) -> MessageOut:
    templates.delete_template(by=actor_of(request), template_id=template_id)
    return MessageOut(message="Template deleted.")


@router.get("/admin/messages", response=MessagePageOut, auth=needs(Right.MESSAGES))
def list_messages(request: HttpRequest, asked: Query[MessageLogQuery]) -> MessagePageOut:
    return message_log.read_message_log(asked=asked)


# A file download, left out of the typed client. The page fetches it and saves it.
@router.get(
    "/admin/messages/export", auth=needs(Right.MESSAGES, recent=True), include_in_schema=False
)
def export_messages(request: HttpRequest, asked: Query[MessageLogQuery]) -> StreamingHttpResponse:
    lines = message_log.export_messages(by=actor_of(request), asked=asked)
    return csv_file(lines, name=f"messages-{now():%Y-%m-%d}")


@router.get("/admin/messages/{message_id}", response=MessageWordsOut, auth=needs(Right.MESSAGES))
def get_message(request: HttpRequest, message_id: int) -> MessageWordsOut:
    return message_log.read_message(message_id=message_id)


@router.post(
    "/admin/messages/{message_id}/retry", response=LoggedMessageOut, auth=needs(Right.MESSAGES)
)
def retry_message(request: HttpRequest, message_id: int) -> LoggedMessageOut:
    return message_log.retry_message(by=actor_of(request), message_id=message_id)


@router.get("/admin/suppressions", response=SuppressionPageOut, auth=needs(Right.MESSAGES))
def list_suppressions(request: HttpRequest, asked: Query[SuppressionQuery]) -> SuppressionPageOut:
    return suppression_list.list_suppressions(asked=asked)


@router.post(
    "/admin/suppressions/{suppression_id}/lift", response=SuppressionOut, auth=needs(Right.MESSAGES)
)
def lift_suppression(
    request: HttpRequest, suppression_id: int, payload: LiftSuppressionIn
) -> SuppressionOut:
    return suppression_list.lift_suppression(
        by=actor_of(request), suppression_id=suppression_id, why=payload.reason
    )


@router.get("/admin/contact-messages", response=ContactPageOut, auth=needs(Right.MESSAGES))
def list_contact_messages(request: HttpRequest, asked: Query[InboxQuery]) -> ContactPageOut:
    return contact_inbox.read_inbox(by=actor_of(request), asked=asked)


@router.get(
    "/admin/contact-messages/{message_id}", response=ConversationOut, auth=needs(Right.MESSAGES)
)
def get_contact_message(request: HttpRequest, message_id: int) -> ConversationOut:
    return contact_inbox.read_conversation(message_id=message_id)


@router.patch(
    "/admin/contact-messages/{message_id}", response=ConversationOut, auth=needs(Right.MESSAGES)
)
def change_contact_message(
    request: HttpRequest, message_id: int, payload: ContactChangeIn
) -> ConversationOut:
    return contact_inbox.change_contact_message(
        by=actor_of(request), message_id=message_id, wanted=payload
    )


@router.post(
    "/admin/contact-messages/{message_id}/answers",
    response=ContactAnswerOut,
    auth=needs(Right.MESSAGES),
)
def answer_contact_message(
    request: HttpRequest, message_id: int, payload: ContactAnswerIn
) -> ContactAnswerOut:
    return contact_answers.send_answer(by=actor_of(request), message_id=message_id, wanted=payload)


@router.delete(
    "/admin/contact-messages/{message_id}/answers/{answer_id}",
    response=ContactAnswerOut,
    auth=needs(Right.MESSAGES),
)
def take_back_answer(request: HttpRequest, message_id: int, answer_id: int) -> ContactAnswerOut:
    return contact_answers.take_back_answer(
        by=actor_of(request), message_id=message_id, answer_id=answer_id
    )


@router.get("/admin/notices", response=NoticesOut, auth=needs(Right.DESK))
def get_notices(request: HttpRequest) -> NoticesOut:
    return notice_choices.read_choices(by=actor_of(request))


@router.put("/admin/notices", response=NoticesOut, auth=needs(Right.DESK))
def choose_notices(request: HttpRequest, payload: NoticeChoiceIn) -> NoticesOut:
    return notice_choices.choose_pace(by=actor_of(request), kind=payload.kind, pace=payload.pace)
