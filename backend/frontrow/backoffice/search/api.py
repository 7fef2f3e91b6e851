"""Admin endpoint for the search."""

from typing import Annotated

from django.http import HttpRequest
from pydantic import Field

from frontrow.accounts.gates import current_user, needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.search.schemas import SearchOut
from frontrow.backoffice.search.search import search
from frontrow.core.routing import Router
from frontrow.core.text_fields import OneLine

router = Router(tags=["admin"])

Words = Annotated[OneLine, Field(max_length=100)]


@router.get("/admin/search", response=SearchOut, auth=needs(Right.DESK))
def search_desk(request: HttpRequest, q: Words = "") -> SearchOut:
    return search(words=q, reader=current_user(request))
