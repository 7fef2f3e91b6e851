"""Undo within ten seconds sends nothing, though the worker was killed meanwhile and another came.

Every message an operator can take back, twice: one of each is undone, and its twin, the control, is
left alone and arrives once.
"""

import sys
from pathlib import Path

import pytest

from tests.faults.post import running_post
from tests.faults.processes import Process, run_command, wait_until
from tests.postgres import Cluster

pytestmark = pytest.mark.slow

RUN_WORKER = ("manage.py", "runworker")
PEOPLE = """
from tests.factories import ContactMessageFactory, make_admin, make_bootcamp, make_purchase
make_admin(email="olga@example.test")
for fate in ("undone", "kept"):
    bootcamp = make_bootcamp(name=fate)
    make_purchase(bootcamp=bootcamp, user=None, guest_email=f"{fate}@example.test")
    ContactMessageFactory.create(email=f"{fate}@example.test", subject=fate)
"""
# One process sends and takes back, as one operator does: ten seconds are short for two of them.
SEND_AND_UNDO = """
import time, uuid
from pathlib import Path
from django.db import connection
from frontrow.accounts.models import User
from frontrow.accounts.actor import Actor
from frontrow.backoffice.bulk.running import cancel_bulk_act, start_bulk_act
from frontrow.backoffice.bulk.schemas import BulkActIn
from frontrow.backoffice.messages.attendee_messages import cancel_batch, send_to_attendees
from frontrow.backoffice.messages.schemas import SendMessageIn
from frontrow.backoffice.people.direct_messages import send_direct_message, undo_direct_message
from frontrow.backoffice.people.record_schemas import DirectMessageIn
from frontrow.messaging.contact_answers import send_answer, take_back_answer
from frontrow.messaging.inbox_schemas import ContactAnswerIn
from frontrow.messaging.models import ContactMessage
from frontrow.sales.models import Purchase

by = Actor.of(User.objects.get(email="olga@example.test"))

def send(fate):
    key = lambda: str(uuid.uuid4())
    purchase = Purchase.objects.get(guest_email=f"{fate}@example.test")
    contact = ContactMessage.objects.get(subject=fate)
    direct = send_direct_message(by=by, wanted=DirectMessageIn.model_validate({
        "email": purchase.guest_email, "subject": f"direct {fate}", "content": "Words.",
        "idempotencyKey": key(),
    }))
    batch = send_to_attendees(
        by=by, bootcamp_id=purchase.bootcamp_id, wanted=SendMessageIn.model_validate({
            "type": "EMAIL", "subject": f"class {fate}", "content": "Words.", "undoSeconds": 10,
            "idempotencyKey": key(),
        }))
    answer = send_answer(by=by, message_id=contact.pk,
        wanted=ContactAnswerIn.model_validate({"text": "Words.", "idempotencyKey": key()}))
    act = start_bulk_act(by=by, wanted=BulkActIn.model_validate({
        "kind": "message", "subject": "purchases", "ids": [purchase.pk], "title": f"bulk {fate}",
        "text": "Words.", "idempotencyKey": key(),
    }))
    return lambda: (
        undo_direct_message(by=by, message_id=direct.message_id),
        cancel_batch(by=by, bootcamp_id=purchase.bootcamp_id, batch_id=batch.pk),
        take_back_answer(by=by, message_id=contact.pk, answer_id=answer.id),
        cancel_bulk_act(by=by, act_id=act.id),
    )

undo = send("undone")
send("kept")
folder = Path({folder!r})
(folder / "sent").touch()
while not (folder / "killed").exists():
    time.sleep(0.02)
undo()
"""
SUBJECTS = "SELECT subject, status, message_id FROM communication_logs ORDER BY subject"
# What was to run when the ten seconds are over.
WAITING = """
SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing') AND (
    scheduled_at IS NOT NULL
    OR split_part(task_name, '.', -1) IN ('carry_on', 'deliver_waiting')
)
"""


def test_what_was_undone_never_leaves_and_what_was_not_arrives_once(
    cluster: Cluster, folder: Path
) -> None:
    with running_post(cluster, "undo", folder=folder) as post, post.workers() as workers:
        run_command("manage.py", "shell", "-c", PEOPLE, env=post.env)
        worker = workers.start(*RUN_WORKER)
        script = SEND_AND_UNDO.replace("{folder!r}", repr(str(folder)))
        command = (sys.executable, "manage.py", "shell", "-c", script)
        with Process(*command, env=post.env, log=folder / "operator.log") as operator:
            wait_until((folder / "sent").exists, what="both are sent")
            worker.kill()
            (folder / "killed").touch()
            # Had it taken longer than ten seconds, Undo itself would have refused.
            assert operator.exit_code() == 0, operator.output
        assert post.mail.counts() == {}
        workers.start(*RUN_WORKER)
        wait_until(lambda: post.database.ask(WAITING) == [(0,)], what="their time has come")
        post.wait_until_settled(within=60)
        rows = post.database.ask(SUBJECTS)
        assert [(subject, status) for subject, status, _ in rows] == [
            ("Re: kept", "SENT"),
            ("bulk kept", "SENT"),
            ("class kept", "SENT"),
            ("direct kept", "SENT"),
        ]
        assert post.mail.counts() == {str(name): 1 for _, _, name in rows}
