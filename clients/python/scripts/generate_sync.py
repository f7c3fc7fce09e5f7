"""Writes the synchronous modules, ``src/gcd_client/_sync``, from the asynchronous ones.

``--check`` writes nothing and fails if the synchronous modules are out of date.
"""

import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src/gcd_client"
HEADER = '# Generated from "_async" by scripts/generate_sync.py: do not edit.\n'
REPLACEMENTS = [
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\b__a(iter|enter|exit)__\b", r"__\1__"),
    (r"\b(a)(close|read)\(", r"\2("),
    (r"\baiter_raw\b", "iter_raw"),
    (r"\basync_sleep\b", "sleep"),
    (r"\bAwaitable\[Result\]", "Result"),
    (r"\bAwaitable, ", ""),
    (r"\bAsync(?=[A-Z])", ""),
]


def synchronous(source: str) -> str:
    for pattern, replacement in REPLACEMENTS:
        source = re.sub(pattern, replacement, source)
    return HEADER + source


def main() -> int:
    stale = []
    for module in sorted((PACKAGE / "_async").glob("*.py")):
        target = PACKAGE / "_sync" / module.name
        text = synchronous(module.read_text())
        if target.exists() and target.read_text() == text:
            continue
        stale.append(str(target.relative_to(PACKAGE)))
        if "--check" not in sys.argv:
            target.write_text(text)
    if stale and "--check" in sys.argv:
        print(f"Not up to date: {', '.join(stale)}. Run: python3 clients/python/scripts/generate_sync.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
