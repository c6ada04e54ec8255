"""Drivers that pip brought: `pip install lenslet[cpu]`.

OpenCL's loader finds a system's drivers by itself. Where a system has none, and nobody says otherwise, it is told of a
driver in this environment before it is asked for the first time.
"""

from __future__ import annotations

import glob
import os
import shutil
import sys
import sysconfig
from typing import Optional

SYSTEM = "/etc/OpenCL/vendors/*.icd"


def _intel() -> Optional[str]:
    """Intel's runtime (intel-opencl-rt): without intel-cmplr-lib-rt beside it, it is no device."""
    folders = [os.path.join(sysconfig.get_path("data", scheme), "lib") for scheme in ("posix_prefix", "posix_user")]
    for folder in [os.path.join(sys.prefix, "lib"), *folders]:
        library = os.path.join(folder, "libintelocl.so")
        if os.path.isfile(library) and glob.glob(os.path.join(folder, "libsvml.so*")):
            return library
    return None


def _pocl() -> Optional[str]:
    """PoCL (pocl-binary-distribution). It ends a program that compiles a kernel where there is no linker."""
    if shutil.which("ld") is None:
        return None
    for folder in sys.path:
        found = sorted(glob.glob(os.path.join(glob.escape(folder), "pyopencl", ".libs", "libpocl*.so")))
        if found:
            return found[0]
    return None


def driver_of_environment() -> Optional[str]:
    """The library of a driver that pip installed beside this package."""
    return _intel() or _pocl()


def find_drivers(system: str = SYSTEM) -> None:
    """Tells the loader of a driver in this environment, where it would find none."""
    if "OCL_ICD_VENDORS" in os.environ or glob.glob(system):
        return
    library = driver_of_environment()
    if library is not None:
        os.environ["OCL_ICD_VENDORS"] = library
