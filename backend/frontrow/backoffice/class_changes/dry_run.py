"""The dry run: what canceling or moving a class would do, to the cent, before it is done."""

from frontrow.backoffice.class_changes.schemas import ClassChangeIn, ClassChangePreviewOut
from frontrow.core.errors import NotFound


def preview(*, bootcamp_id: int, wanted: ClassChangeIn) -> ClassChangePreviewOut:
    raise NotFound
