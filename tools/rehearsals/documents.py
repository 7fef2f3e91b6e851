"""The commands of a document's numbered steps: run as they stand, what isn't true there fails."""

import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```sh\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def steps(document: str, section: str) -> dict[int, str]:
    """Step number to its shell commands, for those steps of a section that have any."""
    text = (ROOT / "docs" / document).read_text()
    found = re.search(rf"^(#+) {re.escape(section)}\n(.*)", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise LookupError(f"docs/{document} has no section {section!r}")
    # The section ends where the next of its own rank, or of a higher one, begins.
    body = re.split(rf"^#{{1,{len(found[1])}}} ", found[2], flags=re.MULTILINE)[0]
    parts = re.split(r"^(\d+)\. ", body, flags=re.MULTILINE)
    numbered = zip(parts[1::2], parts[2::2], strict=True)
    commands = {
        int(number): "".join(textwrap.dedent(block) for _, block in FENCE.findall(step))
        for number, step in numbered
    }
    return {number: lines for number, lines in commands.items() if lines}
