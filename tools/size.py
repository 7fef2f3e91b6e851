"""How large the code is, by part: lines and files of what git keeps or would keep."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GENERATED = ("frontend/src/api/schema.d.ts",)
# Each part: its folders, the endings that count, and what is left out.
PARTS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "backend product": (("backend/frontrow", "backend/config"), (".py", ".sql")),
    "backend tests": (("backend/tests",), (".py",)),
    "frontend product": (("frontend/src",), (".ts", ".tsx", ".css")),
    "frontend tests": (("frontend/src", "frontend/e2e"), (".ts", ".tsx")),
    "guards": (("tools/mutants",), (".toml",)),
    "tools": (("tools", "bench", "standins"), ("", ".py", ".sh")),
    "docs": (("docs",), (".md",)),
}


def main() -> None:
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    present = [name for name in names if (ROOT / name).is_file() and name not in GENERATED]
    for part, (folders, endings) in PARTS.items():
        counted = [
            name
            for name in present
            if name.startswith(tuple(f"{folder}/" for folder in folders))
            and Path(name).suffix in endings
            and (not part.startswith("frontend") or is_test(name) == part.endswith("tests"))
        ]
        lines = sum(len((ROOT / name).read_text().splitlines()) for name in counted)
        print(f"{part:<18}{lines:>8,} lines in {len(counted):>4} files")


def is_test(name: str) -> bool:
    return ".test." in name or name.startswith(("frontend/src/test/", "frontend/e2e/"))


if __name__ == "__main__":
    main()
