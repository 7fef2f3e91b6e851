"""Base schemas of the API: camelCase in JSON, snake_case in Python."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from frontrow.core.error_codes import ErrorCode

# The id of a row in a table whose ids have 32 bits.
SmallId = Annotated[int, Field(ge=1, le=2_147_483_647)]


class RequestModel(BaseModel):
    """A request body. Unknown fields are rejected, so a client can't set a role or a price."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=False,
        extra="forbid",
        str_strip_whitespace=True,
    )


class AnswerModel(BaseModel):
    """A response body. Plain pydantic, because Ninja's base is many times slower per row."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=False,
        from_attributes=True,
        json_schema_serialization_defaults_required=True,
    )


class ErrorOut(AnswerModel):
    """An error response: a stable code, a message and, for forms, one message per field."""

    code: ErrorCode
    message: str
    fields: dict[str, str]
