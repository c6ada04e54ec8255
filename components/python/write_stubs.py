#!/usr/bin/env python3
"""Writes the stubs of the package, for type checkers and editors. Usage: write_stubs.py FOLDER

FOLDER holds the built package. `_core.pyi` is nanobind's; `__init__.pyi` has a class for each op of the registry, so
that a call of one is checked with its parameters' types.
"""

import pathlib
import subprocess
import sys

HEAD = """from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import ArrayLike, DTypeLike

from lenslet import cv as cv, dask as dask, ndimage as ndimage
from lenslet._core import Array as Array, Image as Image, Plan as Plan, devices as devices
from lenslet._errors import {errors}
from lenslet._op import Op as Op, Pipeline as Pipeline, UserOp as UserOp, pipeline as pipeline
from lenslet._reports import Explanation as Explanation, Tuning as Tuning, Verification as Verification
from lenslet._session import (
    Session as Session, default_session as default_session, set_default_session as set_default_session,
)

__version__: str

def ops() -> dict[str, Op]: ...
"""


def head(names):
    return HEAD.format(errors=", ".join(f"{name} as {name}" for name in names))


def class_name(op):
    return "_" + op.name.replace(".", "_")


def arguments_of(op, describe):
    """The arguments of a call, as a stub has them."""
    for name, needed in describe.inputs_of(op.info):
        yield f"{name}: ArrayLike | Image | Array" + ("" if needed else " | None = ...")
    yield "*"
    for parameter in op.info["parameters"]:
        yield f"{parameter['name']}: {describe.parameter_type(parameter)} = ..."
    yield from (f"{option}: {describe.OPTIONS[option][0]} = ..." for option in op.info["options"])
    yield "session: Session | None = ..."


def class_of(op, members, describe):
    lines = [f"class {class_name(op)}(Op):"]
    lines += [f"    {short}: {class_name(member)}" for short, member in members]
    lines.append(f"    def __call__(self, {', '.join(arguments_of(op, describe))}) -> Any:  # type: ignore[override]")
    lines.append(f'        """{op.info["summary"]}"""')
    return "\n".join(lines)


def families(ops):
    """The ops of each family that are attributes of what has the family's name."""
    members = {}
    for name, op in ops.items():
        family, _, short = name.rpartition(".")
        if family:
            members.setdefault(family, []).append((short, op))
    return members


def stub(ops, describe, errors):
    members = families(ops)
    parts = [head(errors)]
    for name, op in sorted(ops.items(), key=lambda item: "." not in item[0]):
        parts.append(class_of(op, members.get(name, []), describe))
    for family, inside in members.items():
        if family not in ops:
            lines = [f"class _{family}:", *(f"    {short}: {class_name(op)}" for short, op in inside)]
            parts.append("\n".join([*lines, "", f"{family}: _{family}"]))
    parts += [f"{name}: {class_name(op)}" for name, op in ops.items() if "." not in name]
    return "\n\n".join(parts) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(folder.parent))
    import lenslet
    from lenslet import _describe, _errors

    (folder / "__init__.pyi").write_text(stub(lenslet.ops(), _describe, _errors.__all__), encoding="utf-8")
    core = folder / "_core.pyi"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "nanobind.stubgen",
            "-q",
            "-i",
            str(folder.parent),
            "-m",
            "lenslet._core",
            "-o",
            str(core),
        ],
        check=True,
    )
    core.write_text(core.read_text(encoding="utf-8").replace("os.PathLike", "os.PathLike[str]"), encoding="utf-8")


if __name__ == "__main__":
    main()
