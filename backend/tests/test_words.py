"""Every text that people meet from the server is in the product's own voice.

The words come from `tools/words.json`, which the pages' texts are held against too. What is read
are the strings in the code itself, so that a text nobody has a test for is read as well.
"""

import ast
import builtins
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from frontrow.backoffice.audit.record_words import ACTS
from frontrow.backoffice.demo.messages import MAILS

ROOT = Path(__file__).parents[2]
APPS = ROOT / "backend" / "frontrow"
_TABLE = json.loads((ROOT / "tools" / "words.json").read_text())
NEVER = [
    (re.compile(pattern), better) for pattern, better in _TABLE["never"] + _TABLE["spelledOut"]
]
FIXED: dict[str, str] = _TABLE["fixed"]

# Read by engineers and machines only: operators' commands, metrics, the API's document, scripts.
NOT_FOR_PEOPLE = (
    "migrations/",
    "management/",
    "core/metrics.py",
    "core/rate_limit.py",
    "backoffice/statistics/shop_metrics.py",
    "portal/data_export.py",
)
_LOGGERS = ("debug", "info", "warning", "error", "exception", "critical")
_PROSE = re.compile(r"[A-Za-z]{2}[,.:;!?]?\s+\S*[A-Za-z]")
_SQL = re.compile(r"\b(SELECT|UPDATE|INSERT|DELETE FROM|CREATE|EXECUTE|ANALYZE|FROM|SET)\b")
_TAG = re.compile(r"<[^>]*>")
# Arguments that name a thing to machines: a counter, a key's purpose, a rule of the database.
_NAMES = ("scope", "purpose", "salt", "name", "action")


# What the database calls its findings; the desk has titles of its own for them.
FINDINGS = {
    "stuck on the way",
    "seat in a bootcamp that was not bought",
    "an enrollment is paid back more than its share",
}


def offences(text: str) -> list[str]:
    """What is wrong with one text, each as the words found and the better ones."""
    if text in FIXED:
        return []
    return [
        f"{found.group()!r}, better: {better}"
        for pattern, better in NEVER
        if (found := pattern.search(text))
    ]


def _silent(tree: ast.AST) -> Iterator[ast.AST]:
    """What no person reads: docstrings, log lines, assertions, and errors of the language."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node.value
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in _LOGGERS:
                yield node
            case ast.Assert(msg=ast.expr() as message):
                yield message
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if hasattr(builtins, name):
                yield node
            case ast.Assign(targets=[ast.Name(id=name)]) if name.endswith("PURPOSE"):
                yield node
            case ast.keyword(arg=arg) if arg in _NAMES:
                yield node


def texts_in(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of each string that reads as prose; what is filled in stands as {}."""
    tree = ast.parse(source)
    passed = {id(inner) for outer in _silent(tree) for inner in ast.walk(outer)}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            passed.update(id(part) for part in node.values)
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        text = _TAG.sub(" ", text)
        is_path = text.startswith("/")
        if (_PROSE.search(text) or text.endswith(".ics")) and not (is_path or _SQL.search(text)):
            yield node.lineno, text


def _modules() -> list[Path]:
    return [
        path
        for path in sorted(APPS.rglob("*.py"))
        if not any(part in path.relative_to(APPS).as_posix() for part in NOT_FOR_PEOPLE)
    ]


def test_no_text_of_the_server_has_words_that_are_not_ours() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {offence}\n    {text}"
        for path in _modules()
        for line, text in texts_in(path.read_text())
        if text not in FINDINGS and text not in ACTS
        for offence in offences(text)
    ]
    assert not found, "\n".join(found)


def test_the_search_reads_texts_and_nothing_else() -> None:
    source = '''
"""A letter of the alphabet."""
log.info("letter written", id=1)
def f(name):
    """Do not read this."""
    assert name, "a letter is missing"
    raise Conflict(f"{name} cannot be sold")
KIND = "second_factor"
QUERY = "SELECT is_not FROM letters"
FILE = "letters.ics"
'''
    texts = {text for _, text in texts_in(source)}
    assert texts == {"letters.ics", "{} cannot be sold"}
    assert all(offences(text) for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        "A letter is on its way.",
        "Mended by hand",
        "Call this time off?",
        "Your money is on its way back.",
        "We will email you.",
        "This cannot be undone.",
        "The payment is not finished.",
        "Hello Ada,\n\nyour seat is confirmed.",
        "The bank says charge_disputed",
        "We write to you soon.",
    ],
)
def test_words_that_are_not_ours_are_found(text: str) -> None:
    assert offences(text)


@pytest.mark.parametrize(
    "text",
    [
        "You'll get an email.",
        "30-day money-back guarantee",
        "Not only the slides",
        "Step 1, in step 2",
        "Use letters, digits, spaces and . - _ @ +",
        "Hello Ada,\n\nYour seat is confirmed.",
        "Your seat is confirmed and your refund isn't due.",
        *FIXED,
    ],
)
def test_our_own_words_are_left_alone(text: str) -> None:
    assert not offences(text)


def test_the_demos_emails_leave_the_contact_line_to_the_layout() -> None:
    """The layout adds one to whatever a template says; a second one names another address."""
    for _, content in MAILS.values():
        assert "@" not in content
        assert "Questions?" not in content
