"""Every link in a document leads somewhere, and so does every document that the code names.

Read are the Markdown files with their anchors, and `docs/...` wherever it stands in code, comments,
units and alerts.
"""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from config.environment import REPOSITORY

LONGEST_PAGE = 400
CODE = re.compile(r"```.*?```|~~~.*?~~~", re.DOTALL)
SPAN = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#{1,6} (.+?)\s*$", re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s]+)\)")
PICTURE = re.compile(r"""(?:src|srcset)="([^"]+)\"""")
# "docs/guides/upgrade.md#go-back" in a comment, and nothing of a vendor's (stripe.com/docs/...).
NAMED = re.compile(r"(?<![\w-])(?<!\.com/)docs/[\w./-]+\.md(?:#[\w-]+)?")
SOURCES = {"", ".py", ".sql", ".sh", ".toml", ".ts", ".tsx", ".mjs", ".yml", ".yaml", ".service"}
SOURCES |= {".template", ".conf", ".example", ".in", ".md"}


def files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    found = {REPOSITORY / name for name in listed.stdout.splitlines()}
    return sorted(path for path in found if path.is_file())


def anchor(heading: str) -> str:
    """As the places where repositories are read make it, and as `mkdocs.yml` asks for it."""
    text = LINK.sub("]", heading).replace("`", "").lower()
    return re.sub(r"[^\w -]", "", text).replace(" ", "-")


@cache
def anchors(page: Path) -> frozenset[str]:
    seen: Counter[str] = Counter()
    found = set()
    for heading in HEADING.findall(CODE.sub("", page.read_text())):
        name = anchor(heading)
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return frozenset(found)


def leads(target: str, *, start: Path, page: Path) -> bool:
    path, _, section = target.partition("#")
    place = (start / path).resolve() if path else page
    if not place.exists():
        return False
    return not section or place.suffix != ".md" or section in anchors(place)


def links_in(text: str) -> Iterator[str]:
    prose = SPAN.sub("", CODE.sub("", text))
    for target in (*LINK.findall(prose), *PICTURE.findall(prose)):
        if not re.match(r"[a-z]+:", target):
            yield target


def broken_links(page: Path) -> list[str]:
    return [
        target
        for target in links_in(page.read_text())
        if not leads(target, start=page.parent, page=page)
    ]


def lost_names(text: str) -> list[str]:
    return [
        name
        for name in NAMED.findall(text)
        if not leads(name, start=REPOSITORY, page=REPOSITORY / "README.md")
    ]


PAGES = [path for path in files() if path.suffix == ".md"]


def test_every_link_leads_somewhere() -> None:
    assert len(PAGES) > 100
    wrong = {str(page.relative_to(REPOSITORY)): broken_links(page) for page in PAGES}
    assert {page: links for page, links in wrong.items() if links} == {}


def test_every_document_that_is_named_exists() -> None:
    here = Path(__file__)
    sources = [path for path in files() if path.suffix in SOURCES and path != here]
    wrong = {str(path.relative_to(REPOSITORY)): lost_names(path.read_text()) for path in sources}
    assert {path: names for path, names in wrong.items() if names} == {}


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("[a](there.md) [b](there.md#a-title-1) [c](#here) [d](https://x.example/y)", []),
        ("[a](gone.md)", ["gone.md"]),
        ("[a](there.md#no-such-title)", ["there.md#no-such-title"]),
        ("[a](#elsewhere)", ["#elsewhere"]),
        ('<img src="gone.webp">', ["gone.webp"]),
        ("`[a](gone.md)`\n\n```\n[b](gone.md)\n```\n", []),
    ],
)
def test_control_a_broken_link_is_found(tmp_path: Path, text: str, broken: list[str]) -> None:
    (tmp_path / "there.md").write_text("# A title\n\n## A title\n\n```\n# no title\n```\n")
    page = tmp_path / "page.md"
    page.write_text(f"# Here\n\n{text}\n")
    assert broken_links(page) == broken


def test_control_a_document_that_is_gone_is_found() -> None:
    docs = "docs/"
    text = f"# See {docs}gone.md, {docs}index.md#no-such-title and {docs}index.md#start."
    assert lost_names(text) == [f"{docs}gone.md", f"{docs}index.md#no-such-title"]
    assert lost_names(f"https://stripe.com/{docs}gone.md") == []


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.is_relative_to(REPOSITORY / "docs")],
    ids=lambda page: page.relative_to(REPOSITORY / "docs").as_posix(),
)
def test_a_page_can_be_read_at_a_sitting(page: Path) -> None:
    assert len(page.read_text().splitlines()) <= LONGEST_PAGE
