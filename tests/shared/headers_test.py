#!/usr/bin/env python3
"""Every public header that declares something exports it: between `#pragma GCC visibility push(default)` and `pop`."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def problem(text):
    if not re.search(r"^namespace |^extern \"C\"", text, re.MULTILINE):
        return ""
    push, pop = text.find("#pragma GCC visibility push(default)"), text.rfind("#pragma GCC visibility pop")
    last_include = text.rfind("\n#include")
    if push < 0 or pop < push:
        return "does not export what it declares: #pragma GCC visibility push(default)"
    return "includes a header after it" if last_include > push else ""


def main():
    headers = sorted([*ROOT.glob("core/include/lenslet/*.h*"), *ROOT.glob("components/*/include/lenslet/*.h*")])
    wrong = [f"{path.relative_to(ROOT)} {why}" for path in headers if (why := problem(path.read_text(encoding="utf-8")))]
    print("\n".join(wrong) or f"{len(headers)} headers")
    return 1 if wrong or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
