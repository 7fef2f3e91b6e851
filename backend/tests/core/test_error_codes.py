"""Every refusal carries a code of the list, and every code of the list is used."""

import ast
import re
from pathlib import Path

import frontrow
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import AppError

SOURCES = sorted(Path(frontrow.__path__[0]).rglob("*.py"))
NGINX = Path(frontrow.__path__[0]).parents[1] / "deploy/nginx"


def used_in(source: str) -> set[str]:
    """The codes a module names, wherever it names them."""
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "ErrorCode"
    }


def test_every_code_is_used_somewhere() -> None:
    used = set().union(*(used_in(path.read_text()) for path in SOURCES))
    assert used == set(ErrorCode.__members__)


def test_a_code_is_one_plain_lower_case_name() -> None:
    for name, code in ErrorCode.__members__.items():
        assert code == name.lower()
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)


def test_each_kind_of_refusal_has_a_code_of_its_own() -> None:
    kinds = AppError.__subclasses__()
    assert len({kind.code for kind in kinds}) == len(kinds)


def test_what_nginx_answers_itself_has_a_code_too() -> None:
    text = "".join(path.read_text() for path in NGINX.iterdir() if path.is_file())
    bodies = re.findall(r"return \d+ '(\{.*?\})';", text)
    codes = [re.findall(r'"code": "(\w+)"', body) for body in bodies]
    assert bodies
    assert all(len(found) == 1 and found[0] in list(ErrorCode) for found in codes), codes
