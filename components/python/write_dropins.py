#!/usr/bin/env python3
"""Writes into a page what lenslet.ndimage and lenslet.cv have, from the modules themselves.

Usage: write_dropins.py PAGE [--check]

Each list stands between <!-- lenslet.NAME --> and <!-- end -->. --check ends with 1 where the page is stale.
"""

import inspect
import pathlib
import re
import sys

sys.path.pop(0)  # the folder of this file, whose lenslet has no _core

from lenslet import _cv_constants, cv, ndimage  # noqa: E402


def row(name, function):
    words = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")
    return f"| `{name}` | {words} |"


def functions_of(module):
    named = ((name, getattr(module, name)) for name in sorted(module.__all__, key=str.lower))
    return [(name, value) for name, value in named if inspect.isfunction(value)]


def table(rows):
    return "\n".join(["| function | |", "| --- | --- |", *rows])


def of_ndimage():
    rows = [row(name, getattr(ndimage, name)) for name in sorted(ndimage.__all__)]
    missing = ", ".join(f"`{name}`" for name in sorted(ndimage.MISSING))
    return f"{table(rows)}\n\nNot there: {missing}."


def of_cv():
    constants = [name for name in vars(_cv_constants) if not name.startswith("_")]
    kinds = sorted({name.split("_")[0] for name in constants})
    return (
        f"{table([row(name, function) for name, function in functions_of(cv)])}\n\n"
        f"And {len(constants)} constants, with OpenCV's values: {', '.join(f'`{kind}_...`' for kind in kinds)}."
    )


def renewed(text):
    for name, made in (("ndimage", of_ndimage()), ("cv", of_cv())):
        pattern = re.compile(rf"(<!-- lenslet\.{name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not pattern.search(text):
            sys.exit(f"the page has no <!-- lenslet.{name} -->")
        text = pattern.sub(lambda match, made=made: f"{match[1]}{made}\n{match[2]}", text)
    return text


def main():
    page = pathlib.Path(sys.argv[1])
    text = page.read_text(encoding="utf-8")
    made = renewed(text)
    if "--check" not in sys.argv:
        page.write_text(made, encoding="utf-8")
    elif made != text:
        sys.exit(f"{page} is stale: run components/python/write_dropins.py {page}")


if __name__ == "__main__":
    main()
