"""Schemas of account deletion."""

from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import RequestModel


class DeleteAccountIn(RequestModel):
    """The user's own email address, typed again as a confirmation."""

    confirmation: Annotated[str, Field(max_length=255)]
