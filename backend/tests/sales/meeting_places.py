"""Classes with a meeting at Zoom, and who is registered there."""

from frontrow.catalogue.models import Bootcamp
from frontrow.integrations import zoom
from frontrow.integrations.zoom import Plan
from frontrow.sales.attending.meeting_places import keep_all_places
from tests.factories import make_bootcamp
from tests.fakes.zoom import ZoomServer
from tests.jobs import run_jobs


def with_meeting(name: str = "Beginner Bootcamp") -> Bootcamp:
    bootcamp = make_bootcamp(name=name)
    made = zoom.create_meeting(
        Plan(
            mark=f"[{bootcamp.pk}]",
            topic=name,
            text="",
            starts_at=bootcamp.starts_at,
            ends_at=bootcamp.ends_at,
            timezone="UTC",
        )
    )
    bootcamp.zoom_meeting_id, bootcamp.zoom_join_url = made.id, made.join_url
    bootcamp.save()
    return bootcamp


def registered(zoom_server: ZoomServer, *, status: str = "approved") -> list[str]:
    return [
        one["email"]
        for meeting in zoom_server.meetings()
        for one in meeting["registrants"]
        if one["status"] == status
    ]


def sweep() -> None:
    keep_all_places(0)
    run_jobs()
