"""What the functions of lenslet.cv share: borders, types of results, dst, and OpenCV's scalars."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

import lenslet
from lenslet import _cv_constants as _c

ops: Any = lenslet  # their arguments are computed here, which type checkers cannot follow
DEPTHS = [np.uint8, np.int8, np.uint16, np.int16, np.int32, np.float32, np.float64, np.float16]
_BORDERS = ["constant", "replicate", "reflect", "wrap", "reflect101"]


def missing(what: str, name: str) -> NotImplementedError:
    return NotImplementedError(f"lenslet.cv has no {what}: use cv2.{name}")


def border(border: int, name: str) -> str:
    if not 0 <= border < len(_BORDERS):
        raise missing(f"border of {border}", name)
    return _BORDERS[border]


def give(result: Any, dst: Any) -> Any:
    """The result: in dst, where that has its size and type, as in OpenCV; else a new array."""
    made = np.asarray(result)
    if isinstance(dst, np.ndarray) and dst.shape == made.shape and dst.dtype == made.dtype:
        dst[...] = made
        return dst
    return made


def cast(result: Any, to: Any) -> np.ndarray:
    """Samples of another type: rounded, halves to even numbers, and held within the type's range.

    Of integers, what is divided by 0 is 0.
    """
    made, to = np.asarray(result), np.dtype(to)
    if made.dtype == to:
        return made
    if to.kind in "iu":
        limits = np.iinfo(to)
        finite = np.where(np.isfinite(made), made, 0) if made.dtype.kind == "f" else made
        return np.clip(np.rint(finite.astype(np.float64)), limits.min, limits.max).astype(to)
    return made.astype(to)


def depth(ddepth: int, src: np.ndarray) -> np.dtype:
    return src.dtype if ddepth is None or ddepth < 0 else np.dtype(DEPTHS[ddepth])


def made(op: Any, src: Any, ddepth: int, dst: Any, **arguments: Any) -> Any:
    """What a filter gives in the type that is asked for. Where that is not the image's, it is computed in f32."""
    src = np.asarray(src)
    to = depth(ddepth, src)
    if to != src.dtype:
        arguments["ddepth"] = "f32"
    return give(cast(op(src, **arguments), to), dst)


def channels(image: np.ndarray) -> int:
    return image.shape[2] if image.ndim == 3 else 1


def scalar(value: Any, image: np.ndarray) -> np.ndarray:
    """OpenCV's scalar, a number for each channel: where there are fewer of them, those of the last channels are 0."""
    return np.append(np.ravel(value).astype(float), np.zeros(4))[: channels(image)]


def outside(border_type: int, value: Any, image: np.ndarray, name: str) -> dict[str, Any]:
    """What an op is told of the pixels outside an image."""
    told: dict[str, Any] = {"border": border(border_type, name)}
    if border_type == _c.BORDER_CONSTANT:
        told["border_value"] = cast(scalar(value, image), image.dtype).tolist()
    return told


def odd_sided(mask: np.ndarray) -> np.ndarray:
    """A mask whose centre is OpenCV's anchor: an even side gets a row or a column of 0."""
    return np.pad(mask, [(0, 1 - side % 2) for side in mask.shape])


def centre(anchor: Any, name: str) -> None:
    if tuple(anchor) != (-1, -1):
        raise missing("anchor but the centre", name)
