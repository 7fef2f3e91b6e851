"""Lists at the Stripe stand-in: newest first, a page at a time."""

from typing import Any

import pytest

from tests.fakes.stripe import StripeServer


def test_lists_come_newest_first_a_page_at_a_time(server: StripeServer) -> None:
    made = [server.create(amount=1000 + number).id for number in range(25)]
    newest = made[::-1]

    first = server.v1.payment_intents.list({"limit": 10})
    assert ([one.id for one in first.data], first.has_more) == (newest[:10], True)
    last = server.v1.payment_intents.list({"limit": 10, "starting_after": newest[19]})
    assert ([one.id for one in last.data], last.has_more) == (newest[20:], False)
    back = server.v1.payment_intents.list({"limit": 5, "ending_before": newest[10]})
    assert ([one.id for one in back.data], back.has_more) == (newest[5:10], True)
    walked = [one.id for one in server.v1.payment_intents.list({"limit": 7}).auto_paging_iter()]
    assert walked == newest
    assert len(server.v1.payment_intents.list().data) == 10


def test_lists_can_be_narrowed_in_time(server: StripeServer) -> None:
    early = server.create()
    server.control("POST", "clock", {"advance_seconds": 3600})
    late = server.create()

    def ids(created: Any) -> list[str]:
        return [one.id for one in server.v1.payment_intents.list({"created": created}).data]

    assert ids({"gte": late.created}) == [late.id]
    assert ids({"gt": late.created}) == []
    assert ids({"lt": late.created}) == [early.id]
    assert ids({"lte": late.created}) == [late.id, early.id]
    assert ids(early.created) == [early.id]


@pytest.mark.parametrize(
    ("query", "code", "param"),
    [
        ("limit=0", "parameter_invalid_integer", "limit"),
        ("limit=101", "parameter_invalid_integer", "limit"),
        ("starting_after=pi_none", "resource_missing", "starting_after"),
        ("created[since]=1", "parameter_unknown", "created[since]"),
        ("expand[]=data.nothing", None, "expand"),
    ],
)
def test_a_bad_list_is_refused(
    server: StripeServer, query: str, code: str | None, param: str
) -> None:
    server.create()
    answer = server.call("GET", "/v1/payment_intents", query)
    assert answer.error[1:] == ("invalid_request_error", code, param)
