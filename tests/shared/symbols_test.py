#!/usr/bin/env python3
"""symbols_test.py NM LIBRARY [COMPONENT...]: what the shared library exports is ours, is less than all of it, and is enough for
the components' libraries, shared or static, which are linked with it.
"""
import re
import subprocess
import sys

OURS = re.compile(r"lenslet_\w+$|_Z(N[KRO]*|T[ISVT]N|T[hn]+\d+_NK?)7lenslet")
HIDDEN = ["lenslet::ops::", "lenslet::pipeline::", "lenslet::stencil::compose", "lenslet::user::"]  # of no header that others include


def symbols(nm, *arguments):
    """Mangled names; of several archive members together."""
    out = subprocess.run([nm, *arguments], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].split("@")[0] for line in out.splitlines() if len(line.split()) > 1}


def demangled(names):
    out = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout
    return out.splitlines()


def main(nm, library, *components):
    exported = symbols(nm, "-D", "--defined-only", library) - {"LENSLET_0"}
    strange = sorted(symbol for symbol in exported if not OURS.match(symbol))
    failures = [f"exported, and not ours: {name}" for name in demangled(strange)]
    names = demangled(sorted(exported))
    failures += [f"exported, and of no public header: {name}" for name in names for hidden in HIDDEN if name.startswith(hidden)]
    for wanted in ["lenslet_run", "lenslet::Session::Session(lenslet::SessionOptions const&)", "typeinfo for lenslet::Error"]:
        if wanted not in names:
            failures.append(f"not exported: {wanted}")
    kinds = {component: ["-D"] if ".so" in component else [] for component in components}
    offered = exported.union(*(symbols(nm, *kind, "--defined-only", component) for component, kind in kinds.items()))
    for component, kind in kinds.items():
        needed = {symbol for symbol in symbols(nm, *kind, "--undefined-only", component) if OURS.match(symbol)}
        failures += [f"{component} needs what is not exported: {name}" for name in demangled(sorted(needed - offered))]
    print(f"{len(exported)} symbols are exported")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
