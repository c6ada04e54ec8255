"""What Lenslet raises. Each class is also the class of Python's that says the same, so that either may be caught."""


class Error(Exception):
    """Any error of Lenslet's. `detail` has what is too long for a message: a compiler's log, a marked line."""

    detail: str = ""


class ArgumentError(Error, ValueError):
    """A value that no device could take; the message names it and what is allowed."""


class ArgumentTypeError(Error, TypeError):
    """An argument, or samples of an image, of a type that has no meaning there."""


class UnsupportedError(Error, RuntimeError):
    """A valid request that this op, schedule or device cannot serve."""


class NoDeviceError(Error, RuntimeError):
    """No OpenCL device is what was asked for."""


class DeviceError(Error, RuntimeError):
    """A call of OpenCL failed."""


class BuildError(Error, RuntimeError):
    """A kernel did not compile; `detail` has the compiler's log."""


class FileError(Error, OSError):
    """A file could not be read or written."""


class ForkError(Error, RuntimeError):
    """OpenCL was used before a fork, and by the child of it: start processes by `spawn`."""


_classes = {
    "invalid_argument": ArgumentError,
    "type": ArgumentTypeError,
    "unsupported": UnsupportedError,
    "no_device": NoDeviceError,
    "device": DeviceError,
    "build": BuildError,
    "io": FileError,
    "fork": ForkError,
}


__all__ = ["Error", *sorted(made.__name__ for made in _classes.values())]
for _class in (Error, *_classes.values()):
    _class.__module__ = "lenslet"  # where everyone finds them, and what Python prints

_NO_DRIVER = "no OpenCL driver"  # as the library begins where there is none
_BY_PIP = ", and pip install 'lenslet[cpu]' one without root"


def of_kind(kind: str, message: str, detail: str = "") -> Error:
    """The exception of a kind of the library's."""
    error = _classes[kind](message + _BY_PIP if message.startswith(_NO_DRIVER) else message)
    error.detail = detail
    return error
