"""Cents are exact both ways."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontrow.core.money import from_cents, to_cents


@given(st.integers(min_value=0, max_value=9_999_999_999))
def test_cents_come_back_as_they_went(cents: int) -> None:
    assert to_cents(from_cents(cents)) == cents


def test_a_price_in_dollars_is_whole_cents() -> None:
    assert to_cents(Decimal("1495.00")) == 149_500
    assert str(from_cents(149_500)) == "1495.00"


def test_finer_than_a_cent_is_a_bug() -> None:
    with pytest.raises(ValueError, match="finer than a cent"):
        to_cents(Decimal("0.001"))
