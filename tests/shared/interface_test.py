#!/usr/bin/env python3
"""interface_test.py CC NM LIBRARY: the C interface is what the last release had. Its description, c_interface.abi, is made from
the header alone: of a library in C whose functions are those that the header declares. LIBRARY must export the same functions.
`--update` in place of the library describes the interface anew: where a function or a member goes or changes, the soname must, too.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEADER = Path(__file__).resolve().parents[2] / "core/include/lenslet/lenslet.h"
DESCRIPTION = Path(__file__).with_name("c_interface.abi")
SKIPPED = 77


def declarations():
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.findall(r"^((?:const )?\w+\*? (lenslet_\w+)\([^;]*\));", text, re.MULTILINE)


def library_of_header(compiler, folder):
    """A function that returns something does so without a value: nobody calls it."""
    source, library = Path(folder, "stub.c"), Path(folder, "liblenslet.so")
    source.write_text("#include <stdlib.h>\n#include <lenslet/lenslet.h>\n"
                      + "\n".join(f"{declaration} {{ abort(); }}" for declaration, _ in declarations()), encoding="utf-8")
    subprocess.run([compiler, "-std=c11", "-g", "-shared", "-fPIC", "-Wno-unused-parameter", "-I", HEADER.parents[1], source,
                    "-Wl,-soname,liblenslet.so.0", "-o", library], check=True, cwd=folder)
    return library


def describe(library):
    subprocess.run(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--drop-undefined-syms", "--type-id-style",
                    "hash", "--out-file", DESCRIPTION, library], check=True)
    text = DESCRIPTION.read_text(encoding="utf-8")
    DESCRIPTION.write_text(re.sub(r" path='[^']*stub.c'", " path='lenslet.h'", text), encoding="utf-8")


def exported(nm, library):
    out = subprocess.run([nm, "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\b(lenslet_\w+)(?:@|$)", out, re.MULTILINE))


def main(compiler, nm, library):
    declared = {name for _, name in declarations()}
    with tempfile.TemporaryDirectory() as folder:
        stub = library_of_header(compiler, folder)
        if library == "--update":
            describe(stub)
            return 0
        if wrong := declared ^ exported(nm, library):
            print(f"declared or exported alone: {', '.join(sorted(wrong))}")
            return 1
        print(f"{len(declared)} functions are declared and exported")
        try:
            result = subprocess.run(["abidiff", DESCRIPTION, stub], capture_output=True, text=True)
        except FileNotFoundError:
            print("abidiff (abigail-tools) is missing: the types are not compared")
            return SKIPPED
        print(result.stdout, result.stderr)
        return 1 if result.returncode else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
