"""Mail while servers refuse, stall and die and workers are killed: each letter arrives.

The one window for a twin lies between the mail server's yes and our note of it; twins carry the
same Message-ID. As many emails as `tests/sizes.py` says; `MAIL_MESSAGES=5000` for the long run.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.faults.post import RUN_WORKER, Post, running_post
from tests.faults.processes import Process, report, wait_until
from tests.faults.workers import Workers
from tests.postgres import Cluster
from tests.sizes import size

pytestmark = pytest.mark.slow

EMAILS = size("MAIL_MESSAGES")
WORKERS = 3
KILL_EVERY_SECONDS = 4.0
# Far longer than a worker's patience: it has hung up before the server could take the mail.
STALL: dict[str, Any] = {"kind": "stall", "ms": 20_000}
FAULTS: list[dict[str, Any]] = [
    *({"kind": "status", "at": at, "status": 451} for at in ("mail", "rcpt", "data", "content")),
    *({"kind": "cut", "at": at} for at in ("connect", "mail", "rcpt", "data", "content")),
    {"kind": "status", "at": "connect", "status": 421},
    {"kind": "status", "at": "mail", "status": 421},
    {"kind": "lost_reply", "at": "content"},
    {**STALL, "at": "connect", "times": 2},
    {**STALL, "at": "data", "times": 2},
    {**STALL, "at": "content", "times": 2},
]


@dataclass
class Deaths:
    post: Post
    # What the mail server had taken of each kind when its worker was dead.
    before: dict[str, list[int]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def deaths(cluster: Cluster, folder: Path) -> Iterator[Deaths]:
    """A worker is killed at each place, one after another; then others come and find the rest."""
    with running_post(cluster, "deaths", folder=folder) as post:
        post.write(claimed=1, stalled=1, taken=1, bulk=12)
        seen = Deaths(post)
        for kind, label in (("claimed", "message claimed:1"), ("taken", "message taken:1")):
            post.release(kind)
            post.kill_at(label)
            seen.before[kind] = post.copies(kind)
        post.mail.fail(**STALL, at="content")
        post.release("stalled")
        with post.start_idle() as worker:
            [name] = post.ids("stalled")
            wait_until(lambda: (name, "stalled") in post.mail.log(), what="it stalls")
            worker.kill()
        seen.before["stalled"] = post.copies("stalled")
        post.release("bulk")
        post.kill_at("message claimed:6")
        seen.before["bulk"] = post.copies("bulk")
        with post.workers() as workers:
            workers.start(*RUN_WORKER)
            post.wait_until_settled(within=120)
        yield seen


def test_one_killed_with_an_email_in_hand_sends_it_once(deaths: Deaths) -> None:
    assert deaths.before["claimed"] == [0]
    assert deaths.post.copies("claimed") == [1]


def test_one_killed_after_the_last_dot_and_before_the_yes_sends_it_once(deaths: Deaths) -> None:
    assert deaths.before["stalled"] == [0]
    assert deaths.post.copies("stalled") == [1]


def test_one_killed_after_the_yes_may_send_one_twin_with_the_same_message_id(
    deaths: Deaths,
) -> None:
    assert deaths.before["taken"] == [1]
    assert deaths.post.copies("taken") == [2]


def test_one_killed_in_the_midst_of_many_leaves_the_rest_to_others_and_sends_none_twice(
    deaths: Deaths,
) -> None:
    assert deaths.before["bulk"] == [1] * 5 + [0] * 7
    assert deaths.post.copies("bulk") == [1] * 12


def test_nothing_came_that_was_not_ours_and_all_is_noted(deaths: Deaths) -> None:
    post = deaths.post
    kinds = ("claimed", "stalled", "taken", "bulk")
    assert set(post.mail.counts()) == {name for kind in kinds for name in post.ids(kind)}
    for kind in kinds:
        assert set(post.rows(kind, "status")) == {"SENT"}


@pytest.fixture(scope="module")
def post(cluster: Cluster, folder: Path) -> Iterator[Post]:
    with running_post(cluster, "weather", folder=folder) as post:
        post.write(away=20, later=1, never=3, slow=2, crowd=EMAILS)
        yield post


def test_the_queue_waits_for_a_server_that_is_away_or_slow_and_drains_in_order(post: Post) -> None:
    with post.workers() as workers:
        post.mail.go_away()
        workers.start(*RUN_WORKER)
        post.release("away")
        wait_until(
            lambda: "ConnectionRefusedError" in post.rows("away", "error_message"),
            what="it is noted why they wait",
        )
        assert set(post.rows("away", "status")) == {"PENDING"}
        post.mail.come_back()
        post.wait_until_settled(within=60)
        assert post.mail.log() == [(name, "kept") for name in post.ids("away")]
        # Nobody's tries were used up by the wait.
        assert set(post.rows("away", "attempts")) == {1}

        for at in ("mail", "rcpt", "data", "content"):
            post.mail.fail("status", at, status=451)
        post.release("later")
        post.mail.fail("status", "rcpt", status=550, to="never-1@*")
        post.release("never")
        post.wait_until_settled(within=60)
        assert post.copies("later") + post.copies("never") == [1, 1, 0, 1]
        assert post.rows("never", "status") == ["SENT", "FAILED", "SENT"]
        assert post.rows("never", "error_message")[1] == "SMTPRecipientsRefused 550"

        post.mail.fail(**STALL, at="data")
        post.release("slow")
        post.wait_until_settled(within=60)
        assert post.copies("slow") == [1, 1]


@dataclass
class Chaos:
    """Faults that come and go at random, and workers killed at random and replaced."""

    post: Post
    workers: Workers
    chance: random.Random = field(default_factory=lambda: random.Random(23))
    alive: list[Process] = field(default_factory=list)
    kills: int = 0

    def run(self) -> None:
        self.alive = [self.workers.start(*RUN_WORKER) for _ in range(WORKERS)]
        next_kill = time.monotonic() + KILL_EVERY_SECONDS
        self.post.release("crowd", lanes=WORKERS)
        # All faults on the last few would use up their tries, which is another promise.
        while self.post.left() > max(40, EMAILS // 10):
            fault = self.chance.choice(FAULTS)
            self.post.mail.call("POST", "/_control/faults", {"faults": [{"times": 5, **fault}]})
            if self.chance.random() < 0.05:
                self.post.mail.go_away()
            time.sleep(0.3)
            self.post.mail.come_back()
            if time.monotonic() > next_kill:
                self.kill_one()
                next_kill = time.monotonic() + KILL_EVERY_SECONDS
        self.kill_one()
        self.post.mail.heal()

    def kill_one(self) -> None:
        self.alive.pop(self.chance.randrange(len(self.alive))).kill()
        self.kills += 1
        self.alive.append(self.workers.start(*RUN_WORKER))


def test_every_email_of_a_crowd_arrives_whatever_dies(post: Post) -> None:
    post.mail.reset()
    began = time.monotonic()
    with post.workers() as workers:
        chaos = Chaos(post, workers)
        chaos.run()
        post.wait_until_settled(within=120 + EMAILS / 10)
    copies = post.copies("crowd")
    unheard = post.mail.unheard()
    window = [unheard.get(name, 0) for name in post.ids("crowd")]
    report(
        f"{EMAILS} emails in {time.monotonic() - began:.0f} s: {sum(copies)} arrived,"
        f" {sum(copies) - EMAILS} twins, {sum(window)} replies nobody read,"
        f" {chaos.kills} workers killed"
    )
    assert set(post.rows("crowd", "status")) == {"SENT"}
    assert min(copies) == 1
    assert chaos.kills > 0
    # Whoever read the server's yes noted it before saying another word: only where nobody did,
    # for the reply was lost or late or its reader dead, is there another copy.
    assert all(count - 1 <= lost for count, lost in zip(copies, window, strict=True))
