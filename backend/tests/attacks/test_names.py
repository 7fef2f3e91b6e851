"""A stranger's name carries no words and no links of theirs in our emails."""

import pytest
from django.test import Client

from frontrow.core.text_fields import is_person_name
from frontrow.messaging.models import Message
from tests.attacks.names import FORMS, NOT_NAMES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("form", FORMS)
def test_a_form_takes_no_link_sign_or_hidden_letter_as_a_name(form: str) -> None:
    path, field, body = FORMS[form]
    for name in NOT_NAMES:
        answer = Client().post(path, body | {field: name}, content_type="application/json")
        assert answer.status_code == 422, (name, answer.content)
        assert field in answer.json()["fields"], name
    assert not Message.objects.exists()
    # Control: with a name the form gets past it.
    for name in ("X", "O'Brien-Núñez", "王小明", "علی‌رضا"):
        answer = Client().post(path, body | {field: name}, content_type="application/json")
        assert field not in answer.json().get("fields", {}), (name, answer.content)


def test_names_of_any_script_are_names() -> None:
    names = ("J", "Anne-Marie d'Arc, Jr.", "Мария", "李", "नरेन्द्र", "علی‌رضا", "Łukasz Żak")
    assert [name for name in names if not is_person_name(name)] == []
