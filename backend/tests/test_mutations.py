"""Each operator of the generator makes the mutants it should, and none where it should not."""

import ast
import json
from pathlib import Path

import pytest
from tools import mutate
from tools.mutations import fingerprints, mutations_of

F = "def f(a, b):\n    "
REFUND_LINES = ["backend/frontrow/sales/ledger/refund_lines.py"]

PYTHON = [
    ("comparison", "return a < b", ["return a <= b"]),
    ("comparison", "return a is None", ["return a is not None"]),
    ("comparison", "return 0 < a <= b", ["return 0 <= a <= b", "return 0 < a < b"]),
    (
        "boolean operator",
        "return a and (b or c)",
        ["return (a or (b or c))", "return a and ((b and c))"],
    ),
    (
        "boolean operator",
        "return a or b and c",
        ["return (a and (b and c))", "return a or (b or c)"],
    ),
    ("integer constant", "return a[0]", ["return a[(-1)]", "return a[1]"]),
    ("integer constant", "return True", []),
    (
        "if body",
        "if a:\n        b()\n        c()\n    else:\n        d()",
        ["if a:\n        pass\n    else:\n        d()"],
    ),
    ("call", "a.b(1)", ["pass"]),
    ("call", 'log.info("x")', []),
    ("call", 'crash_point("x")', []),
    ("arguments", "return g(a, b, c)", ["return g(b, a, c)"]),
    ("arguments", "return g(a, a, b)", ["return g(a, b, a)"]),
    ("arguments", "return g(a, x=1, y=2)", ["return g(a, x=2, y=1)"]),
    ("arguments", "return g(*a, b)", []),
    ("arguments", "return g.only(a, b)", []),
    ("not", "return not a or b", ["return (a) or b"]),
    ("element of in", "return a in {1, 2}", ["return a in {2}", "return a in {1}"]),
    ("element of in", "return a in (x,)", []),
    ("element of in", "return a not in b", []),
    # Columns are counted in bytes, and the rest of the line stays.
    ("comparison", 'return "\u00e9", a < b  # why', ['return "\u00e9", a <= b  # why']),
    # Neither annotations nor the parts of an f-string.
    ("integer constant", 'x: Literal[5] = f"{a[3]}"', []),
]

SQL = [
    ("comparison", "SELECT a <= b", ["SELECT a < b"]),
    ("comparison", "SELECT a->b, c => d, e := f", []),
    ("comparison", "UPDATE t SET a = b WHERE c = d", ["UPDATE t SET a = b WHERE c <> d"]),
    ("comparison", "-- a < b\nSELECT 'a < b'", []),
    ("FOR UPDATE", "SELECT 1 FOR UPDATE OF s SKIP LOCKED;", ["SELECT 1 ;"]),
    ("LIMIT", "(SELECT 1 LIMIT 1)", ["(SELECT 1 )"]),
    ("coalesce", "SELECT coalesce(f(a, b), 0) + 1", ["SELECT (f(a, b)) + 1"]),
    (
        "term",
        "SELECT 1 FROM t WHERE a = 'x' AND (b OR c)\nORDER BY d",
        [
            "SELECT 1 FROM t WHERE true AND (b OR c)\nORDER BY d",
            "SELECT 1 FROM t WHERE a = 'x' AND true\nORDER BY d",
        ],
    ),
    ("term", "(SELECT 1 WHERE a BETWEEN 1 AND 2)", ["(SELECT 1 WHERE true)"]),
]


def mutants(name: str, source: str, operator: str) -> list[str]:
    made = mutations_of(name, source)
    return [one.applied(source) for one in made if one.operator == operator]


@pytest.mark.parametrize(("operator", "source", "expected"), PYTHON)
def test_a_python_text_is_changed_in_one_place(
    operator: str, source: str, expected: list[str]
) -> None:
    made = mutants("a.py", F + source, operator)
    assert made == [F + text for text in expected]
    assert all(ast.parse(text) for text in made)


@pytest.mark.parametrize(("operator", "source", "expected"), SQL)
def test_an_sql_text_is_changed_in_one_place(
    operator: str, source: str, expected: list[str]
) -> None:
    assert mutants("a.sql", source, operator) == expected


def test_constants_of_a_module_are_changed_and_decorators_and_columns_are_not() -> None:
    source = "MOST = 5\n@retry(3)\ndef f(a=7):\n    pass\nclass Seat:\n    number = Field(8)\n"
    changed = [text.replace(source[8:], "") for text in mutants("a.py", source, "integer constant")]
    assert changed == ["MOST = 4", "MOST = 6"]


def test_a_fingerprint_outlives_lines_above_and_tells_twins_apart() -> None:
    source = F + "return a < b or a < b\n"
    prints = fingerprints("a.py", mutations_of("a.py", source))
    assert len(set(prints)) == len(prints) == 3
    moved = "import x\n\n" + source
    assert fingerprints("a.py", mutations_of("a.py", moved)) == prints
    assert set(fingerprints("b.py", mutations_of("b.py", source))).isdisjoint(prints)


def test_a_sample_is_drawn_again_by_its_seed_and_leaves_out_equivalents() -> None:
    one = mutate.sample(mutate.AREAS, seed=7, count=12, leave_out=set())
    assert one == mutate.sample(mutate.AREAS, seed=7, count=12, leave_out=set())
    assert [each.area for each in one] == 2 * list(mutate.AREAS)
    gone = one[0].fingerprint
    others = mutate.sample(mutate.AREAS, seed=7, count=200, leave_out={gone})
    assert gone not in {each.fingerprint for each in others}


def test_each_mutant_called_equivalent_still_exists() -> None:
    made = {one.fingerprint for area in mutate.AREAS for one in mutate.made_in(area)}
    assert mutate.equivalents() - made == set()


def test_the_quickest_tests_of_each_file_are_chosen_until_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = {"a::slow": 50, "a::quick": 1, "b::only": 12, "a::other": 2}
    (tmp_path / "seconds.json").write_text(json.dumps(seconds))
    monkeypatch.setattr(mutate, "RECORD", tmp_path)
    mutate.recorded_seconds.cache_clear()
    try:
        assert mutate.within(60, seconds) == ["a::quick", "b::only", "a::other"]
    finally:
        mutate.recorded_seconds.cache_clear()


def test_the_modules_of_an_sql_file_are_those_that_call_it_even_by_another_function() -> None:
    assert "backend/frontrow/sales/checkout/holds.py" in mutate.modules_calling("hold_seats")
    # `hold_seats` calls it.
    assert "backend/frontrow/sales/checkout/holds.py" in mutate.modules_calling("seat_enrollment")
    assert mutate.imports_one("tests/sales/test_refund_lines.py", REFUND_LINES)
    assert not mutate.imports_one("tests/sales/test_invitations.py", REFUND_LINES)
