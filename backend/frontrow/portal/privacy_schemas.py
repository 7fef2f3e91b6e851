"""What people send when they want their data gone."""

from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import RequestModel


class DeleteAccountIn(RequestModel):
    """The own address, typed once more."""

    confirmation: Annotated[str, Field(max_length=255)]
