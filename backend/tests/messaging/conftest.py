"""An admin's desk, for the tests that ask for one."""

import pytest

from tests.catalogue.desk import Desk


@pytest.fixture
def desk(db: None) -> Desk:
    return Desk()
