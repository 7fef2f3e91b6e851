"""What histories of a purchase need around them."""

import pytest

from tests.factories import make_user
from tests.fakes.stripe import StripeServer
from tests.sales.histories import Surroundings
from tests.sales.history_deaths import armed


@pytest.fixture
def around(stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch) -> Surroundings:
    return Surroundings(server=stripe_server, death=armed(monkeypatch), buyer=make_user())
