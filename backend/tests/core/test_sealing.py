"""What is sealed can be opened by us, for its purpose, and by nobody else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from frontrow.core.sealing import SealBroken, seal, unseal


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_what_is_sealed_opens_to_the_same_text(text: str) -> None:
    assert unseal(seal(text, purpose="probe"), purpose="probe") == text


def test_a_seal_shows_nothing_and_is_never_the_same_twice() -> None:
    first, second = (seal("https://example.test/#key=secret", purpose="probe") for _ in range(2))
    assert first != second
    assert "secret" not in first


def test_another_purpose_does_not_open_it() -> None:
    sealed = seal("secret", purpose="probe")
    with pytest.raises(SealBroken):
        unseal(sealed, purpose="prob")


@pytest.mark.parametrize("forged", ["", "x", "gAAAAAB", "ü"])
def test_what_was_never_sealed_does_not_open(forged: str) -> None:
    with pytest.raises(SealBroken):
        unseal(forged, purpose="probe")


def test_a_changed_character_anywhere_breaks_it() -> None:
    sealed = seal("secret", purpose="probe")
    for place in range(0, len(sealed.rstrip("=")) - 1, 7):
        swapped = "A" if sealed[place] != "A" else "B"
        with pytest.raises(SealBroken):
            unseal(sealed[:place] + swapped + sealed[place + 1 :], purpose="probe")


def test_a_new_secret_opens_the_old_seals_only_while_the_old_one_is_listed(
    settings: Settings,
) -> None:
    settings.SECRET_KEY = "the old secret"
    sealed = seal("secret", purpose="probe")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the new secret", ["the old secret"]
    assert unseal(sealed, purpose="probe") == "secret"
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(SealBroken):
        unseal(sealed, purpose="probe")
