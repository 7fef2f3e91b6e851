"""The security sheet answers every requirement once, counts truly, and names files that exist."""

import re
from collections import Counter

from config.environment import REPOSITORY

SHEET = (REPOSITORY / "docs/explanation/security/asvs.md").read_text()
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)
ROWS = ROW.findall(SHEET)


def test_every_requirement_of_both_levels_is_answered_once() -> None:
    numbers = [number for number, *_ in ROWS]
    assert len(numbers) == len(set(numbers))
    assert Counter(level for _, level, *_ in ROWS) == {"1": 70, "2": 183}


def test_the_counts_at_the_top_are_true() -> None:
    answers = Counter(answer for *_, answer, _ in ROWS)
    assert set(answers) == {"met", "n/a", "deviation"}
    said = re.search(r"(\d+) met, (\d+) n/a, (\d+) deviation", SHEET)
    assert said
    assert [int(number) for number in said.groups()] == [
        answers["met"],
        answers["n/a"],
        answers["deviation"],
    ]


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"`([\w./-]+/[\w./@-]*)`", SHEET)) - {"/metrics", "/api/"}
    named |= set(re.findall(r"\b(docs/[\w./-]+\.md)\b", SHEET))
    assert len(named) > 50
    lost = [
        name
        for name in named
        if not (REPOSITORY / "backend" / name).exists() and not (REPOSITORY / name).exists()
    ]
    assert lost == []


def test_the_sections_it_points_at_exist() -> None:
    model = (REPOSITORY / "docs/explanation/security.md").read_text()
    for section in set(re.findall(r'docs/explanation/security\.md, "([^"]+)"', SHEET)):
        assert f"\n## {section}\n" in model
