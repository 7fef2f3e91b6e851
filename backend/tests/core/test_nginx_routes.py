"""Every page of the app is in nginx's table: what is missing there is a 404 when it is reloaded."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
ROUTER = (ROOT / "frontend/src/app/router.tsx").read_text()
TABLE = (ROOT / "deploy/nginx/site.conf").read_text()
# The sales page has a block of its own; the kit is there in development only.
ELSEWHERE = {"/", "/kit"}
PAGES = sorted(set(re.findall(r"path: '(/[^']*)'", ROUTER)) - ELSEWHERE)
# Those that answer with the app's shell.
SHELLS = [
    pattern
    for pattern, block in re.findall(
        r"^location ~ (\S+) \{\n(.*?)^\}", TABLE, re.DOTALL | re.MULTILINE
    )
    if "/__spa.html" in block
]


def answers_with_the_app(page: str) -> bool:
    address = re.sub(r":\w+|\*", "7", page)
    return any(re.search(pattern, address) for pattern in SHELLS)


@pytest.mark.parametrize("page", PAGES)
def test_the_table_has_the_page(page: str) -> None:
    assert answers_with_the_app(page)


def test_there_are_pages_and_what_is_none_is_not_in_the_table() -> None:
    assert len(PAGES) > 25
    assert not answers_with_the_app("/portal/nowhere")
    assert not answers_with_the_app("/seat/7/pay")
