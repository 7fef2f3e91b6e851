"""Templates: made, changed, switched and deleted by admins, within their limits, on record."""

from typing import Any

import pytest

from frontrow.messaging.models import CommunicationTemplate
from tests.catalogue.desk import Desk
from tests.factories import make_template

pytestmark = pytest.mark.django_db

PATH = "communication-templates"
NEW: dict[str, Any] = {
    "name": "The day before",
    "type": "EMAIL",
    "category": "REMINDER_1DAY",
    "subject": "Tomorrow: {bootcampName}",
    "content": "Hello {firstName}",
}


def test_a_template_is_made_with_everything_in_it(desk: Desk) -> None:
    made = desk.done("POST", PATH, NEW)
    assert {key: made[key] for key in NEW} == NEW
    assert made["isActive"] is True
    assert desk.get(PATH) == [made]
    assert desk.audited() == [
        ("created template", "template", str(made["id"]), {"category": "REMINDER_1DAY"})
    ]


def test_a_text_message_needs_no_subject(desk: Desk) -> None:
    body = {key: NEW[key] for key in NEW if key != "subject"} | {"type": "SMS", "isActive": False}
    made = desk.done("POST", PATH, body)
    assert (made["subject"], made["type"], made["isActive"]) == ("", "SMS", False)


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"name": ""}, {"name": "String must contain at least 1 character(s)"}),
        ({"name": "N" * 101}, {"name": "String must contain at most 100 character(s)"}),
        ({"subject": "S" * 201}, {"subject": "String must contain at most 200 character(s)"}),
        ({"subject": "A\r\nBcc: x@x.test"}, {"subject": "Must be a single line of text"}),
        ({"content": "  "}, {"content": "String must contain at least 1 character(s)"}),
        ({"content": "C" * 5001}, {"content": "String must contain at most 5000 character(s)"}),
        ({"type": "FAX"}, {"type": "Invalid input"}),
        ({"category": "CUSTOM"}, {"category": "Invalid input"}),
    ],
)
def test_what_is_beyond_the_limits_is_refused_and_nothing_is_kept(
    desk: Desk, changes: dict[str, str], fields: dict[str, str]
) -> None:
    status, answer = desk.call("POST", PATH, NEW | changes)
    assert (status, answer["fields"]) == (422, fields)
    kept = make_template()
    status, answer = desk.call("PUT", f"{PATH}/{kept.pk}", changes)
    assert (status, answer["fields"]) == (422, fields)
    assert CommunicationTemplate.objects.values_list("name").get() == (kept.name,)


def test_the_limits_themselves_are_allowed(desk: Desk) -> None:
    body = NEW | {"name": "N" * 100, "subject": "S" * 200, "content": "C" * 5000}
    assert desk.done("POST", PATH, body)["content"] == "C" * 5000


def test_only_what_is_sent_changes(desk: Desk) -> None:
    template = make_template()
    changed = desk.done("PUT", f"{PATH}/{template.pk}", {"isActive": False})
    assert (changed["isActive"], changed["content"]) == (False, template.content)
    changed = desk.done("PUT", f"{PATH}/{template.pk}", NEW | {"subject": None})
    assert (changed["name"], changed["subject"], changed["isActive"]) == (NEW["name"], "", False)
    desk.done("PUT", f"{PATH}/{template.pk}", {"isActive": False})
    assert [details for *_, details in desk.audited()] == [
        {"changed": ["is_active"]},
        {"changed": ["content", "name", "subject"]},
    ]


def test_a_template_is_deleted_once(desk: Desk) -> None:
    template = make_template(name="Old one")
    assert desk.done("DELETE", f"{PATH}/{template.pk}") == {"message": "Template deleted."}
    assert desk.call("DELETE", f"{PATH}/{template.pk}") == (
        404,
        {"code": "not_found", "message": "Template not found", "fields": {}},
    )
    assert desk.call("PUT", f"{PATH}/{template.pk}", NEW)[0] == 404
    assert desk.audited() == [
        ("deleted template", "template", str(template.pk), {"name": "Old one"})
    ]
