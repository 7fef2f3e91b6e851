"""Changes the patience and the clock of a `runworker` that imports it, as QUICK_WORKER says.

- `fast`: what takes a minute in production takes seconds.
- `post`: as fast, for mail alone, and the mail server is soon given up.
- `idle`: runs what is queued and nothing else. No clock, and no jobs of dead workers taken over.
"""

import os
from datetime import timedelta

import attr
from django.conf import settings
from procrastinate.contrib.django import app

from frontrow.catalogue import meetings
from frontrow.core.jobs import Backoff
from frontrow.core.management.commands import runworker
from frontrow.messaging import delivery
from frontrow.sales.reconciliation import sweep

# The sixth field is the seconds'.
EACH_SECOND = "* * * * * *"
EACH_FIVE_SECONDS = "* * * * * */5"
EVERY = {
    "sweep_unfinished": EACH_SECOND,
    "compare_with_provider": EACH_FIVE_SECONDS,
    "keep_all_meetings": EACH_FIVE_SECONDS,
    "keep_all_places": EACH_FIVE_SECONDS,
    "deliver_what_is_due": EACH_SECOND,
}
NEVER_SECONDS = 3600.0


def hurry() -> None:
    runworker.HEARTBEAT_SECONDS = 0.5
    runworker.STALLED_AFTER_SECONDS = 3.0
    runworker.LOOK_FOR_STALLED_EVERY_SECONDS = 1.0
    sweep.IN_HAND = timedelta(seconds=3)
    delivery.HAND_OVER_ABANDONED_AFTER = timedelta(seconds=10)
    for name in ("catalogue.meetings.keep_meeting", "sales.attending.meeting_places.keep_place"):
        app.tasks[name].retry_strategy = Backoff(attempts=8, longest_wait=2)
    clock = app.periodic_registry.periodic_tasks
    for key, periodic in list(clock.items()):
        name = periodic.task.name.rpartition(".")[2]
        clock[key] = attr.evolve(periodic, cron=EVERY.get(name, periodic.cron))


def hurry_post() -> None:
    hurry()
    clock = app.periodic_registry.periodic_tasks
    for key, periodic in list(clock.items()):
        if periodic.task.queue != "mail":
            del clock[key]
    # Still longer than any hand-over takes, on a busy machine too.
    delivery.HAND_OVER_ABANDONED_AFTER = timedelta(seconds=15)
    delivery.FIRST_WAIT_SECONDS = 0.2
    delivery.LONGEST_WAIT_SECONDS = 1.0
    delivery.LONGEST_WAIT_FOR_SERVER_SECONDS = 1.0
    settings.EMAIL_TIMEOUT = 1.5


def stand_idle() -> None:
    runworker.STALLED_AFTER_SECONDS = NEVER_SECONDS
    runworker.LOOK_FOR_STALLED_EVERY_SECONDS = NEVER_SECONDS
    app.periodic_registry.periodic_tasks.clear()


# Whoever dies leaves a claim, and the next one is not to wait a minute for it.
meetings.CLAIM = timedelta(seconds=5)
{"fast": hurry, "post": hurry_post, "idle": stand_idle}[os.environ["QUICK_WORKER"]]()
