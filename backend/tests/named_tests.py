"""The text of one named test: its own lines, and whatever of the tests' files it makes use of.

A clause's words count as shown only where the named test, its parameters, constants or helpers hold
them; that they stand somewhere in the same file says nothing.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TESTS, E2E, SRC = ROOT / "backend/tests", ROOT / "frontend/e2e", ROOT / "frontend/src"

# A title stands after `test(`, or after the second bracket of `test.each(…)(`.
QUOTED = r"""(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)"""
TITLE = re.compile(r"(?:\btest|\))\s*\(\s*" + QUOTED)
# Declarations at any margin, up to the next line that begins at the same one.
DECLARED = re.compile(
    r"^(?P<margin> *)(?:export )?(?:async )?(?:const|let|function|class) (?P<name>\w+)\b"
    r".*?(?=^(?P=margin)[^\s)}\]])",
    re.MULTILINE | re.DOTALL,
)
IMPORTED = re.compile(r"^import (?:type )?\{([^}]*)\} from '([^']+)'", re.MULTILINE)
LINE = re.compile(r"^", re.MULTILINE)
NAME = re.compile(r"[A-Za-z_]\w*")


def source(path: str) -> Path:
    if path.endswith(".py"):
        return TESTS / path
    return (E2E if path.endswith(".spec.ts") else SRC) / path


def titles_in(path: str) -> frozenset[str]:
    return frozenset(_tests_in(source(path)))


def text_of(path: str, title: str) -> str:
    """On one line, with plain quotation marks, so that wrapped words are found."""
    file = source(path)
    text = "\n".join(_with_what_it_uses(_tests_in(file).get(title, ""), file, set()))
    plain = text.replace("\u2019", "'").replace("\\'", "'")
    # Adjacent pieces of one string are one string.
    return " ".join(re.sub(r"""["'`]\s*\+?\s*\n\s*f?["'`]""", "", plain).split())


def _with_what_it_uses(text: str, file: Path, seen: set[tuple[Path, str]]) -> Iterator[str]:
    yield text
    for name in dict.fromkeys(NAME.findall(text)):
        for place in (file, *_imports_of(file).get(name, ())):
            declared = _declarations_of(place).get(name)
            if declared and (place, name) not in seen:
                seen.add((place, name))
                yield from _with_what_it_uses(declared, place, seen)


@cache
def _tests_in(file: Path) -> Mapping[str, str]:
    if not file.is_file():
        return {}
    text = file.read_text()
    if file.suffix == ".py":
        return {
            node.name: _lines_of(node, text)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        }
    found: dict[str, str] = {}
    for match in TITLE.finditer(text):
        title = next(group for group in match.groups() if group is not None).replace("\\'", "'")
        # Two groups may each have a test of this name.
        found[title] = found.get(title, "") + _statement_around(text, match.start(), match.end())
    return found


def _lines_of(node: ast.FunctionDef | ast.ClassDef, text: str) -> str:
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return "\n".join(text.splitlines()[first - 1 : node.end_lineno])


def _statement_around(text: str, start: int, inside: int) -> str:
    """From the beginning of its `test` to the bracket that ends it, by the margin it stands at."""
    began = max(text.rfind("\n", 0, start) + 1, 0)
    margin = re.match(r"[ ]*", text[began:])
    assert margin
    indent = margin.group()
    # A table of parameters stands above: back to the line that says `test`.
    while not re.match(rf"{indent}\w", text[began:]) and began:
        began = text.rfind("\n", 0, began - 1) + 1
    # A line like `}) => {` only ends the list of what the test is given.
    end = re.compile(rf"^{indent}\}}?\)+(?!.*=>)", re.MULTILINE).search(text, inside)
    return text[began : end.end() if end else len(text)]


@cache
def _declarations_of(file: Path) -> Mapping[str, str]:
    if not file.is_file():
        return {}
    text = file.read_text()
    if file.suffix != ".py":
        # Found from every line on: a helper may stand within another declaration.
        starts = (DECLARED.match(text + "\nend", each.start()) for each in LINE.finditer(text))
        return {match["name"]: match.group() for match in starts if match}
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = _lines_of(node, text)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        found[name.id] = ast.get_source_segment(text, node) or ""
    return found


@cache
def _imports_of(file: Path) -> Mapping[str, tuple[Path, ...]]:
    """Where a name comes from, as far as that is a file of the tests."""
    if not file.is_file():
        return {}
    text = file.read_text()
    if file.suffix == ".py":
        return {
            alias.name: ((ROOT / "backend" / node.module.replace(".", "/")).with_suffix(".py"),)
            for node in ast.parse(text).body
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests")
            for alias in node.names
        }
    found: dict[str, tuple[Path, ...]] = {}
    for names, where in IMPORTED.findall(text):
        if not where.startswith((".", "@/test/")):
            continue
        base = SRC / where[2:] if where.startswith("@/") else file.parent / where
        if base.parent.name not in ("test", "support", "e2e"):
            # What the product itself says is not what a test asserts.
            continue
        files = tuple(base.with_suffix(end) for end in (".ts", ".tsx"))
        for name in names.split(","):
            found[name.strip().removeprefix("type ")] = files
    return found
