"""No call that can be made up from the API document breaks what admins use."""

import pytest
import redis

from tests.attacks.fuzzing import Target, fuzz, targets
from tests.attacks.world import World

pytestmark = pytest.mark.django_db

DESK = [target for target in targets() if target.is_of_desk]


@pytest.mark.parametrize("target", DESK, ids=lambda target: target.name)
def test_made_up_calls_are_answered_as_documented(
    target: Target, world: World, limits: redis.Redis
) -> None:
    assert fuzz(target, world, limits) == []
