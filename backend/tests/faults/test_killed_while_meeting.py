"""Workers killed between what Zoom did and our note of it: still one meeting, one place.

And the whole way with real servers: from a new bootcamp to somebody who came.
"""

import signal
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.fakes.zoom import (
    CREDENTIALS,
    WEBHOOK_PATH,
    WEBHOOK_SECRET,
    ZoomServer,
    running_zoom,
)
from tests.faults.processes import Process, environment, run_command, running_site, wait_until
from tests.faults.record import record
from tests.postgres import Cluster, Database
from tests.sizes import size

pytestmark = pytest.mark.slow

BOOTCAMPS = size("KILLED_MEETINGS")
MENDED_WITHIN_SECONDS = 240
RUN_WORKER = ("manage.py", "runworker", "--queues=default")
# As an admin's desk does, in one transaction for each.
OPEN_BOOTCAMPS = """
from django.db import transaction
from frontrow.catalogue.meetings import queue_meeting_update
from tests.factories import make_bootcamp, make_purchase
for number in range({count}):
    with transaction.atomic():
        bootcamp = make_bootcamp(name=f"Bootcamp {{number}}", max_seats=3)
        make_purchase(bootcamp=bootcamp, guest_email=f"ada{{number}}@example.test")
        queue_meeting_update(bootcamp=bootcamp)
"""


@dataclass
class School:
    database: Database
    zoom: ZoomServer
    env: Mapping[str, str]
    folder: Path
    killed_at: list[str] = field(default_factory=list)

    def kill_a_worker_at(self, label: str, *, manner: str = "idle") -> None:
        env = {**self.env, "QUICK_WORKER": manner, "CRASH_AT": f"{label}:1"}
        log = self.folder / f"{self.database.name}-dead.log"
        with Process(sys.executable, *RUN_WORKER, env=env, log=log) as worker:
            assert worker.exit_code() == -signal.SIGKILL, worker.output
        self.killed_at.append(label)

    def mend(self) -> None:
        """A second life, until nothing is left to do."""
        env = {**self.env, "QUICK_WORKER": "fast"}
        log = self.folder / f"{self.database.name}-fast.log"
        began = time.monotonic()
        with Process(sys.executable, *RUN_WORKER, env=env, log=log) as worker:
            wait_until(self.is_in_step, within=MENDED_WITHIN_SECONDS, what="all is in step")
            assert worker.is_running, worker.output
        mended_after = time.monotonic() - began
        for label in self.killed_at:
            record(
                "labeled kill",
                row="F26",
                place="worker",
                label=label,
                clock="fast",
                mended_after=mended_after,
            )

    def is_in_step(self) -> bool:
        return self.database.ask(
            "SELECT count(*) FROM bootcamps b WHERE meeting_due_at IS NOT NULL OR NOT EXISTS"
            " (SELECT 1 FROM meeting_registrants r WHERE r.bootcamp_id = b.id"
            "  AND r.meeting_id = b.zoom_meeting_id)"
        ) == [(0,)]

    def kept(self) -> list[str]:
        rows = self.database.ask("SELECT zoom_meeting_id FROM bootcamps")
        return sorted(number for (number,) in rows)

    def at_zoom(self) -> list[str]:
        return sorted(str(meeting["id"]) for meeting in self.zoom.meetings())

    def places_at_zoom(self) -> list[str]:
        return sorted(
            place["email"] for meeting in self.zoom.meetings() for place in meeting["registrants"]
        )


@pytest.fixture(scope="module")
def zoom() -> Iterator[ZoomServer]:
    with running_zoom() as server:
        yield server


@pytest.fixture
def school(
    cluster: Cluster, zoom: ZoomServer, folder: Path, request: pytest.FixtureRequest
) -> School:
    zoom.reset()
    database = cluster.create_database(request.node.name[-60:])
    more = {
        "DJANGO_SETTINGS_MODULE": "tests.faults.mortal_settings",
        "ZOOM_STAND_IN_URL": zoom.url,
        "ZOOM_ACCOUNT_ID": "standin-account",
        "ZOOM_CLIENT_ID": CREDENTIALS[0],
        "ZOOM_CLIENT_SECRET": CREDENTIALS[1],
        "ZOOM_WEBHOOK_SECRET": WEBHOOK_SECRET,
    }
    env = environment(database.url, folder=folder, more=more)
    run_command("manage.py", "shell", "-c", OPEN_BOOTCAMPS.format(count=BOOTCAMPS), env=env)
    return School(database, zoom, env, folder)


def test_killed_after_making_a_meeting_and_half_the_calls_failing_there_is_one_each(
    school: School,
) -> None:
    school.kill_a_worker_at("meeting.after_create")
    assert school.at_zoom() != []
    assert set(school.kept()) == {""}, "it was killed before anything was stored"
    school.zoom.fault(kind="lost_reply", path="/v2/*", times=None, rate=0.25)
    school.zoom.fault(kind="status", path="/v2/*", times=None, rate=0.33, status=503)
    school.mend()
    school.zoom.end_faults()
    assert len(set(school.kept())) == BOOTCAMPS
    assert school.at_zoom() == school.kept()
    assert school.places_at_zoom() == sorted(f"ada{n}@example.test" for n in range(BOOTCAMPS))


def test_control_where_the_mark_is_lost_the_killed_workers_meeting_is_made_again(
    school: School,
) -> None:
    school.kill_a_worker_at("meeting.after_create")
    orphans = school.at_zoom()
    for number in orphans:
        school.zoom.call("PATCH", f"/meetings/{number}", {"agenda": "no mark"})
    school.mend()
    assert len(school.kept()) == BOOTCAMPS
    assert len(school.at_zoom()) == BOOTCAMPS + len(orphans) > BOOTCAMPS


def test_killed_after_registering_somebody_they_have_one_place(school: School) -> None:
    # The sweep finds who has paid and has no place, so this one has a clock.
    school.kill_a_worker_at("place.after_register", manner="fast")
    before = school.places_at_zoom()
    assert before != []
    assert school.database.ask("SELECT count(*) FROM meeting_registrants") == [(0,)]
    school.mend()
    assert school.places_at_zoom() == sorted(f"ada{n}@example.test" for n in range(BOOTCAMPS))
    links = school.database.ask("SELECT join_url FROM meeting_registrants")
    told = [one["join_url"] for meeting in school.zoom.meetings() for one in meeting["registrants"]]
    assert sorted(link for (link,) in links) == sorted(told)


def test_from_a_new_bootcamp_to_somebody_who_came_with_real_servers(school: School) -> None:
    school.mend()
    with running_site(school.env, folder=school.folder) as site:
        hook = {"url": f"http://127.0.0.1:{site.port}{WEBHOOK_PATH}", "secret": WEBHOOK_SECRET}
        school.zoom.control("POST", "webhooks", hook)
        # Zoom takes no for an answer after a few seconds, and the operator presses again.
        wait_until(
            lambda: school.zoom.control("POST", "validate")["valid"], what="Zoom knows the site"
        )
        school.database.do("UPDATE bootcamps SET starts_at = now() - interval '1 minute'")
        [(link, enrollment)] = school.database.ask(
            "SELECT join_url, enrollment_id FROM meeting_registrants ORDER BY id LIMIT 1"
        )
        page = school.zoom.open("GET", link[link.index("/w/") :])
        assert (page.status_code, "You have joined Bootcamp" in page.text) == (200, True)
        told = school.zoom.control("GET", "events")[-1]
        assert (told["event"], told["status"]) == ("meeting.participant_joined", 200)
    attended = school.database.ask("SELECT id FROM enrollments WHERE attended_at IS NOT NULL")
    assert attended == [(enrollment,)]
