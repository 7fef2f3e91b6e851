"""Files: the way to a resource's stored file."""

from frontrow.catalogue.models import Resource


def link_to(*, resource: Resource) -> str:
    """Where its content is to be had."""
    return resource.url
