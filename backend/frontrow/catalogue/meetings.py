"""Meetings: where the live session of a bootcamp takes place."""

from frontrow.catalogue.models import Bootcamp


def join_link(*, bootcamp: Bootcamp, purchase_id: int) -> str:
    """Where the holder of this purchase enters; empty while there is nowhere to go."""
    return bootcamp.zoom_join_url or bootcamp.session_url
