"""Writes the figures of a run of the fuzzing into `.run/fuzzing-report.md`.

FUZZ_EXAMPLES=1000 FUZZ_REPORT=/tmp/fuzz.jsonl make attacks
python tools/fuzzing_report.py /tmp/fuzz.jsonl
"""

import json
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / ".run/fuzzing-report.md"
API = ROOT / "backend/openapi.json"
CALLERS = {
    "anonymous": "visitor",
    "student": "student",
    "impersonating": "admin looking as the student",
    "admin": "admin",
}
TEXT = """# Fuzzing

{day}. {attacked} of {operations} operations, {examples} made-up calls each, every call sent as four
callers: **{calls:,} calls, {failures:,} answers of 5xx, {flaws:,} flaws**.

{table}

{reached} operations were answered with success at least once.{rest}
"""
UNREACHED = """ The others were only ever refused, so what
lies behind their rules was not reached by this run; their own tests reach it:

{listed}"""


def write(lines: list[str]) -> None:
    runs = {run["operation"]: run for run in map(json.loads, lines)}
    seen: Counter[tuple[str, int]] = Counter()
    unreached = []
    for operation, run in sorted(runs.items()):
        answers: Counter[tuple[str, int]] = Counter()
        for said, times in run["seen"].items():
            caller, _, status = said.rpartition(" ")
            answers[caller, int(status)] += times
        seen += answers
        if not any(status < 400 for _, status in answers):
            unreached.append(operation)
    paths = json.loads(API.read_text())["paths"]
    listed = "\n".join(f"- `{operation}`" for operation in unreached)
    text = TEXT.format(
        day=f"{datetime.now(UTC):%-d %B %Y}",
        attacked=len(runs),
        operations=sum(len(methods) for methods in paths.values()),
        examples=f"{seen.total() // len(CALLERS) // len(runs):,}",
        calls=seen.total(),
        failures=sum(times for (_, status), times in seen.items() if status >= 500),
        flaws=sum(len(run["flaws"]) for run in runs.values()),
        table=_table(seen),
        reached=len(runs) - len(unreached),
        rest=UNREACHED.format(listed=listed) if unreached else "",
    )
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(text)


def _table(seen: Counter[tuple[str, int]]) -> str:
    statuses = sorted({status for _, status in seen})
    rows = [
        f"| {name} | {sum(seen[caller, status] for status in statuses):,} | "
        + " | ".join(f"{seen[caller, status]:,}" for status in statuses)
        + " |"
        for caller, name in CALLERS.items()
    ]
    head = f"| Caller | Calls | {' | '.join(map(str, statuses))} |"
    return "\n".join([head, "|---|---" + "|---" * len(statuses) + "|", *rows])


if __name__ == "__main__":
    write(Path(sys.argv[1]).read_text().splitlines())
