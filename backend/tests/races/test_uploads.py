"""One upload becomes one resource, however many ask for it at once."""

import json
from collections import Counter
from functools import partial

import pytest
from django.test import Client

from frontrow.accounts.models import User
from frontrow.catalogue import resources
from frontrow.catalogue.files import StoredFile
from frontrow.catalogue.models import Bootcamp, Resource, Upload
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict
from tests.catalogue.desk import Desk
from tests.factories import make_bootcamp
from tests.fakes.storage import StorageServer
from tests.races.crowd import all_at_once
from tests.races.unlocked import meeting

pytestmark = pytest.mark.django_db(transaction=True)

PDF = b"%PDF-1.7 a small file"
ASKING = 6


def uploaded(desk: Desk, storage: StorageServer) -> str:
    signed = desk.client.post(
        "/api/objects/upload",
        json.dumps({"fileName": "slides.pdf", "fileSize": len(PDF)}),
        content_type="application/json",
    ).json()
    assert storage.put(signed, PDF).status == 200
    return str(signed["uploadURL"].partition("?")[0])


def attach(*, admin: User, url: str, bootcamp_id: int) -> int:
    client = Client(headers={"Sec-Fetch-Site": "same-origin"})
    client.force_login(admin)
    wanted = {
        "type": "FILE",
        "title": "Slides",
        "url": url,
        "fileName": "slides.pdf",
        "fileSize": len(PDF),
    }
    return client.post(
        f"/api/admin/bootcamps/{bootcamp_id}/resources",
        json.dumps(wanted),
        content_type="application/json",
    ).status_code


def ask_in_parallel(storage: StorageServer) -> Counter[object]:
    desk = Desk()
    url = uploaded(desk, storage)
    places = [make_bootcamp().pk for _ in range(ASKING)]
    asks = [partial(attach, admin=desk.admin, url=url, bootcamp_id=place) for place in places]
    return Counter(all_at_once(asks))


def test_one_upload_becomes_one_resource(storage_server: StorageServer) -> None:
    assert ask_in_parallel(storage_server) == {200: 1, 409: ASKING - 1}
    assert Resource.objects.count() == 1


def test_control_without_the_lock_it_becomes_several(
    storage_server: StorageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet = meeting(2)

    def look_then_take(*, stored: StoredFile, bootcamp: Bootcamp) -> Resource | None:
        upload = Upload.objects.get(pk=stored.upload_id)
        meet()
        if upload.attached_at:
            raise Conflict
        upload.attached_at = database_now()
        upload.save(update_fields=["attached_at"])
        return None

    monkeypatch.setattr(resources, "claim_upload", look_then_take)
    assert ask_in_parallel(storage_server)[200] > 1
    assert Resource.objects.count() > 1
