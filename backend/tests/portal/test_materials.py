"""Material and recordings: for whoever has paid, checked at each click."""

import pytest

from frontrow.catalogue.models import ResourceType
from frontrow.sales.models import Purchase, PurchaseState, ResourceOpening
from tests.factories import make_bootcamp, make_purchase, make_resource
from tests.portal.student import (
    LOOKING,
    PAID,
    SIGNED_OUT,
    STRANGERS,
    UNPAID,
    a_student,
    come_as,
)

pytestmark = pytest.mark.django_db

WORKBOOK = "https://files.example.test/workbook"
RECORDING = "https://video.example.test/recording"


@pytest.mark.parametrize("kind", [*PAID, LOOKING])
def test_whoever_has_paid_is_listed_the_material_without_its_addresses(kind: str) -> None:
    bootcamp = make_bootcamp()
    second = make_resource(bootcamp=bootcamp, title="Slides", sort_order=2, url=WORKBOOK)
    first = make_resource(
        bootcamp=bootcamp,
        type=ResourceType.FILE,
        file_name="workbook.pdf",
        file_size=1_572_864,
        storage_key="secret/key",
        sort_order=1,
    )
    make_resource(title="Another bootcamp's")
    answer = come_as(kind, bootcamp).get(f"user/bootcamps/{bootcamp.pk}/resources")
    assert (answer.status_code, answer.json()) == (
        200,
        [
            {
                "id": first.pk,
                "type": "FILE",
                "title": "Workbook",
                "description": "Exercises for the session.",
                "url": None,
                "fileName": "workbook.pdf",
                "fileSize": 1_572_864,
            },
            {
                "id": second.pk,
                "type": "LINK",
                "title": "Slides",
                "description": "Exercises for the session.",
                "url": second.url,
                "fileName": "",
                "fileSize": None,
            },
        ],
    )


@pytest.mark.parametrize("kind", [*UNPAID, *STRANGERS, *SIGNED_OUT])
def test_nobody_else_is_told_what_material_there_is(kind: str) -> None:
    bootcamp = make_bootcamp()
    make_resource(bootcamp=bootcamp)
    answer = come_as(kind, bootcamp).get(f"user/bootcamps/{bootcamp.pk}/resources")
    assert answer.status_code == (401 if kind in SIGNED_OUT else 404)


@pytest.mark.parametrize("kind", PAID)
def test_opening_answers_the_address_and_is_noted_once(kind: str) -> None:
    bootcamp = make_bootcamp()
    resource = make_resource(bootcamp=bootcamp, url=WORKBOOK)
    student = come_as(kind, bootcamp)
    for _ in range(2):
        answer = student.post(f"user/resources/{resource.pk}/open")
        assert (answer.status_code, answer.json()) == (200, {"url": WORKBOOK})
        assert answer.headers["Cache-Control"] == "no-store"
    [noted] = ResourceOpening.objects.all()
    assert (noted.user_id, noted.resource_id) == (student.user.pk, resource.pk)


@pytest.mark.parametrize("kind", [*UNPAID, *STRANGERS, *SIGNED_OUT, LOOKING])
def test_nobody_else_opens_anything_and_nothing_is_noted(kind: str) -> None:
    bootcamp = make_bootcamp(recording_url=RECORDING)
    resource = make_resource(bootcamp=bootcamp, url=WORKBOOK)
    student = come_as(kind, bootcamp)
    status = 403
    if kind in SIGNED_OUT or kind in STRANGERS:
        status = 401 if kind in SIGNED_OUT else 404
    opened = student.post(f"user/resources/{resource.pk}/open")
    watched = student.post(f"user/bootcamps/{bootcamp.pk}/recording")
    assert (opened.status_code, watched.status_code) == (status, status)
    assert not ResourceOpening.objects.exists()


def test_a_refund_while_the_page_is_open_closes_material_and_recording_in_words() -> None:
    bootcamp = make_bootcamp(recording_url=RECORDING)
    resource = make_resource(bootcamp=bootcamp)
    student = a_student()
    purchase = make_purchase(bootcamp=bootcamp, user=student.user)
    assert student.post(f"user/resources/{resource.pk}/open").status_code == 200
    Purchase.objects.filter(pk=purchase.pk).update(state=PurchaseState.REFUNDING)
    assert student.post(f"user/resources/{resource.pk}/open").json()["message"] == (
        "This purchase is being refunded, so this material is closed to it."
    )
    assert student.post(f"user/bootcamps/{bootcamp.pk}/recording").json()["message"] == (
        "This purchase is being refunded, so the recording is closed to it."
    )


def test_a_recording_is_shown_once_there_is_one() -> None:
    bootcamp = make_bootcamp()
    student = come_as("a buyer", bootcamp)
    path = f"user/bootcamps/{bootcamp.pk}/recording"
    assert student.post(path).json()["message"] == "There's no recording yet."
    bootcamp.recording_url = RECORDING
    bootcamp.save()
    assert student.post(path).json() == {"url": RECORDING}
