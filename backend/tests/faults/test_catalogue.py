"""The catalogue of faults is whole, and every test it names is there."""

from tests.faults.catalogue import FAULTS
from tests.faults.warm_start import BACKEND


def test_all_faults_are_listed_in_order() -> None:
    assert list(FAULTS) == [f"F{number:02}" for number in range(1, len(FAULTS) + 1)]


def test_every_test_that_is_named_is_there() -> None:
    named = [(number, shown) for number, fault in FAULTS.items() for shown in fault.shown_by]
    assert [f"{number}: {shown}" for number, shown in named if not _is_there(shown)] == []


def _is_there(shown: str) -> bool:
    file, _, test = shown.partition("::")
    path = BACKEND / "tests" / file
    return path.exists() and f"\ndef {test.partition('*')[0] or 'test_'}" in path.read_text()
