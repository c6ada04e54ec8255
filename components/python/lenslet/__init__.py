"""Image filtering on any OpenCL device.

    import lenslet
    smooth = lenslet.gaussian(image, sigma=2)

Every op is a function of this module: lenslet.ops() lists them, help(lenslet.gaussian) describes one.
"""

from __future__ import annotations

import importlib
from typing import Any

from lenslet import _core, _errors, _op, _runtime
from lenslet._core import Array, Image, Plan, __version__, devices
from lenslet._errors import *  # noqa: F403
from lenslet._op import Op, Pipeline, UserOp, pipeline
from lenslet._reports import Explanation, Tuning, Verification
from lenslet._session import Session, default_session, set_default_session

__all__ = [
    "Array", "Explanation", "Image", "Op", "Pipeline", "Plan", "Session", "Tuning", "UserOp", "Verification",
    "__version__", "default_session", "devices", "ops", "pipeline", "set_default_session", *_errors.__all__,
]  # fmt: skip

_MODULES = ("cv", "dask", "ndimage")  # imported by those who use them

_runtime.find_drivers()
_all_ops = _op.all_ops()
_op.add_to(globals(), _all_ops)


def ops() -> dict[str, Op]:
    """Every op by its full name."""
    return dict(_all_ops)


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"lenslet.{name}")
    if name.startswith("_"):
        raise AttributeError(f"module 'lenslet' has no attribute '{name}'")
    raise AttributeError(f"module 'lenslet' has no op and no attribute '{name}'{_core.hint_of_op(name)}", name=name)
