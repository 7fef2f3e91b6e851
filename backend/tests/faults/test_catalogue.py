"""The catalogue of faults is whole, and every test it names is there."""

from tests.faults.catalogue import FAULTS
from tests.faults.processes import BACKEND


def test_all_fifty_faults_are_listed_in_order() -> None:
    assert list(FAULTS) == [f"F{number:02}" for number in range(1, 51)]


def test_every_test_that_is_named_is_there() -> None:
    missing = []
    for number, fault in FAULTS.items():
        for shown in fault.shown_by:
            file, _, test = shown.partition("::")
            path = BACKEND / "tests" / file
            if (
                path.exists()
                and f"\ndef {test.partition('*')[0] or 'test_'}" not in path.read_text()
            ):
                missing.append(f"{number}: {shown}")
    assert missing == []
