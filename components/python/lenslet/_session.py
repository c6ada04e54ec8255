"""The session that functions use where none is named."""
from __future__ import annotations

import threading
from typing import Optional

from lenslet._core import Session

_lock = threading.Lock()
_default: Optional[Session] = None


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
