"""Sessions, and the one that functions use where none is named."""

from __future__ import annotations

import threading
from typing import Any, Optional

from lenslet import _core

_lock = threading.Lock()
_default: Optional["Session"] = None


class Session(_core.Session):
    """A device with its queue, its compiled programs and its tuning results. Threads may share it.

    `device` is an index, or words such as "pocl", "nvidia:gpu"; None: LENSLET_DEVICE, else the first GPU, else the CPU.
    """

    @classmethod
    def from_int_ptr(cls, context: int, device: int, queue: Optional[int] = None) -> "Session":
        """A session in a context of pyopencl's, by the int_ptr of its context, device and queue."""
        return cls(handles=(context, device, queue or 0))

    @property
    def int_ptr(self) -> dict[str, int]:
        """The handles of context, device and queue, for the from_int_ptr() of pyopencl's classes."""
        return _core.handles_of(self)

    def image_at(self, int_ptr: int, shape: Any, dtype: Any, *, offset: int = 0, row_stride: int = 0) -> _core.Image:
        """The image in a buffer of the session's context; distances are in bytes, 0: rows without gaps."""
        return _core.image_of(self, int_ptr, list(shape), dtype, offset, row_stride)

    def array_at(self, int_ptr: int, shape: Any, dtype: Any, *, offset: int = 0) -> _core.Array:
        """The array in a buffer of the session's context."""
        return _core.array_of(self, int_ptr, list(shape), dtype, offset)

    def run(self, op: Any, *inputs: Any, **keywords: Any) -> Any:
        """Runs an op: its name, a function of this module, a pipeline or a filter of your own."""
        return _op_of(op)(*inputs, session=self, **keywords)

    def plan(self, op: Any, *inputs: Any, **keywords: Any) -> _core.Plan:
        """Makes an op ready for inputs such as these, of which only the types count."""
        return _core.plan(self, _op_of(op), inputs, keywords)

    def __repr__(self) -> str:
        return f"<lenslet.Session on {self.device['name']}>"

    def __reduce__(self) -> Any:
        raise TypeError("a session cannot be pickled: open one in each process")


def _op_of(op: Any) -> Any:
    from lenslet._op import Op

    return Op(op) if isinstance(op, str) else op


def default_session() -> Session:
    """The session that functions use where none is named. The first call opens it, on the device of LENSLET_DEVICE."""
    global _default
    if _default is None:
        with _lock:
            if _default is None:
                _default = Session()
    return _default


def set_default_session(session: Optional[Session]) -> None:
    """Make functions use this session from now on; None: open one at the next call."""
    global _default
    with _lock:
        _default = session
