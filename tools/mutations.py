"""Makes mutants of a source text: each changes one thing that a test should notice.

Python texts are changed by eight operators on the syntax tree, SQL texts by five on the text.
"""

import ast
import copy
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
# The operator's name, the first and the last node that it replaces, and the new text.
Change = tuple[str, ast.expr | ast.stmt, ast.expr | ast.stmt, str]
LITERALS = (ast.Set, ast.Tuple, ast.List)
# Calls without an effect on the product: lines in the log, and places for tests to stop at.
LOGS = ("log", "logger")
STOPS = ("crash_point",)
# The order of their arguments changes nothing.
IN_ANY_ORDER = ("Q", "defer", "max", "min", "only", "prefetch_related", "select_related", "values")
SQL_COMPARISON = re.compile(r"(?<![-<>=!:])(<=|>=|<>|<|>|=)(?![=>])")
SQL_ASSIGNMENTS = re.compile(r"\bSET\b((?!\b(WHERE|RETURNING)\b|;).)*", re.DOTALL)
SQL_COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "="}
SQL_TERM_END = re.compile(
    r"\b(AND|OR|ORDER|GROUP|LIMIT|FOR|RETURNING|THEN|UNION|HAVING|ON|INTO|LOOP)\b|;|\$\$"
)


@dataclass(frozen=True)
class Mutation:
    """`lines` are those whose tests can notice; `before` becomes `after` at `start`."""

    operator: str
    start: int
    before: str
    after: str
    lines: tuple[int, int]
    # The function that holds it, so that a fingerprint outlives a move within the file.
    place: str = ""

    def applied(self, source: str) -> str:
        return source[: self.start] + self.after + source[self.start + len(self.before) :]


def mutations_of(name: str, source: str) -> list[Mutation]:
    if not name.endswith(".sql"):
        return list(_of_python(source))
    return sorted(_of_sql(source), key=lambda mutation: mutation.start)


def fingerprints(name: str, mutations: list[Mutation]) -> list[str]:
    """One for each, the same as long as neither the function's name nor the piece changes."""
    seen: dict[tuple[str, ...], int] = {}
    made = []
    for one in mutations:
        key = (name, one.place, one.operator, one.before, one.after)
        seen[key] = seen.get(key, 0) + 1
        made.append(hashlib.sha256(repr((*key, seen[key])).encode()).hexdigest()[:12])
    return made


def _of_python(source: str) -> Iterator[Mutation]:
    lines = source.splitlines(keepends=True)
    offsets = [sum(map(len, lines[:number])) for number in range(len(lines))]

    def offset(line: int, column: int) -> int:
        # The syntax tree counts columns in bytes.
        return offsets[line - 1] + len(lines[line - 1].encode()[:column].decode())

    for place, node in _mutable(ast.parse(source), ""):
        for operator, first, last, after in _changes(node):
            last_line = last.end_lineno or last.lineno
            start = offset(first.lineno, first.col_offset)
            end = offset(last_line, last.end_col_offset or last.col_offset)
            yield Mutation(
                operator, start, source[start:end], after, (first.lineno, last_line), place
            )


def _mutable(node: ast.AST, place: str) -> Iterator[tuple[str, ast.AST]]:
    """Bodies of functions, and constants of the module; no annotations, decorators or f-strings."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef():
                # The body alone, without arguments and decorators.
                block = ast.Try(child.body, [], [], [])
                yield from _mutable(block, f"{place}.{child.name}")
            case ast.ClassDef():
                methods = [each for each in child.body if isinstance(each, ast.FunctionDef)]
                yield from _mutable(ast.Module([*methods], []), f"{place}.{child.name}")
            case ast.JoinedStr():
                # Python 3.11 does not know where the parts of an f-string are.
                continue
            case _ if isinstance(node, ast.Module) and not isinstance(child, ast.Assign):
                continue
            case _ if not (isinstance(node, ast.AnnAssign) and child is node.annotation):
                yield place, child
                yield from _mutable(child, place)


def _changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare():
            for number, kind in enumerate(node.ops):
                other = copy.deepcopy(node)
                other.ops[number] = COMPARISONS[type(kind)]()
                yield "comparison", node, node, ast.unparse(other)
            yield from _without_elements(node)
        case ast.BoolOp():
            other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            after = ast.unparse(ast.BoolOp(other_op, node.values))
            yield "boolean operator", node, node, f"({after})"
        case ast.Constant(value=int(value)) if not isinstance(node.value, bool):
            for near in (value - 1, value + 1):
                yield "integer constant", node, node, str(near) if near >= 0 else f"({near})"
        case ast.If():
            yield "if body", node.body[0], node.body[-1], "pass"
        case ast.Expr(value=ast.Call() as call) if _has_effect(call):
            yield "call", node, node, "pass"
        case ast.Call():
            yield from _swapped(node)
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node, node, f"({ast.unparse(node.operand)})"


def _without_elements(node: ast.Compare) -> Iterator[Change]:
    for kind, collection in zip(node.ops, node.comparators, strict=True):
        if not (isinstance(kind, ast.In | ast.NotIn) and isinstance(collection, LITERALS)):
            continue
        for number in range(len(collection.elts) if len(collection.elts) > 1 else 0):
            fewer = copy.deepcopy(collection)
            del fewer.elts[number]
            yield "element of in", collection, collection, ast.unparse(fewer)


def _swapped(call: ast.Call) -> Iterator[Change]:
    """The first two neighbors that differ, once among the positional and once among the others."""
    if ast.unparse(call.func).rpartition(".")[2] in IN_ANY_ORDER:
        return
    values = [each.value for each in call.keywords if each.arg]
    for arguments in (call.args, values):
        for one, two in pairwise(arguments):
            if not any(isinstance(each, ast.Starred) for each in (one, two)) and (
                ast.dump(one) != ast.dump(two)
            ):
                exchange = {id(one): two, id(two): one}
                other = ast.Call(
                    call.func,
                    [exchange.get(id(each), each) for each in call.args],
                    [ast.keyword(k.arg, exchange.get(id(k.value), k.value)) for k in call.keywords],
                )
                yield "arguments", call, call, ast.unparse(other)
                break


def _has_effect(call: ast.Call) -> bool:
    is_log = isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) in LOGS
    return not is_log and ast.unparse(call.func) not in STOPS


def _of_sql(source: str) -> Iterator[Mutation]:
    # Comments and quoted texts keep their length and lose their words.
    text = re.sub(r"--[^\n]*", lambda found: " " * len(found.group()), source)
    text = re.sub(r"'[^'\n]*'", lambda found: "_" * len(found.group()), text)

    def mutation(operator: str, start: int, end: int, after: str) -> Mutation:
        lines = (source.count("\n", 0, start) + 1, source.count("\n", 0, end) + 1)
        return Mutation(operator, start, source[start:end], after, lines)

    assigned = [found.span() for found in SQL_ASSIGNMENTS.finditer(text)]
    for found in SQL_COMPARISON.finditer(text):
        if not any(start < found.start() < end for start, end in assigned):
            yield mutation("comparison", *found.span(), SQL_COMPARISONS[found.group()])
    for found in re.finditer(r"\bFOR UPDATE( OF \w+)?( SKIP LOCKED)?", text):
        yield mutation("FOR UPDATE", *found.span(), "")
    for found in re.finditer(r"\bLIMIT \w+", text):
        yield mutation("LIMIT", *found.span(), "")
    for found in re.finditer(r"\bcoalesce\(", text, re.IGNORECASE):
        comma, end = _inside(text, found.end(), r","), _inside(text, found.end(), r"\)")
        yield mutation("coalesce", found.start(), end + 1, f"({source[found.end() : comma]})")
    of_between: set[int] = set()
    for found in re.finditer(r"\b(WHERE|AND)\b", text):
        if found.start() in of_between:
            continue
        end = _inside(text, found.end(), SQL_TERM_END.pattern)
        if re.search(r"\bBETWEEN\b", text[found.end() : end]):
            of_between.add(end)
            end = _inside(text, end + len("AND"), SQL_TERM_END.pattern)
        trimmed = found.end() + len(text[found.end() : end].rstrip())
        yield mutation("term", found.end(), trimmed, " true")


def _inside(text: str, start: int, end: str) -> int:
    """Where `end` is met in the same pair of brackets, or where that pair closes."""
    depth = 0
    stop = re.compile(end)
    for at in range(start, len(text)):
        if depth == 0 and (text[at] == ")" or stop.match(text, at)):
            return at
        depth += {"(": 1, ")": -1}.get(text[at], 0)
    return len(text)
