"""Measurements of lenslet.ndimage: regions, and what of an array lies in them."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from lenslet import _nd
from lenslet._nd import ops
from lenslet._nd_morphology import generate_binary_structure

_AREA, _BOX, _MEAN, _LEAST, _GREATEST, _FRONT = 1, 2, 8, 9, 10, 11  # columns of region_statistics
_NEIGHBOURS = {(1, 1): "4", (2, 1): "4", (2, 2): "8", (3, 1): "6", (3, 2): "18", (3, 3): "26"}


def _neighbours(structure: Any, ndim: int) -> str:
    if structure is None:
        structure = generate_binary_structure(ndim, 1)
    structure = np.asarray(structure, dtype=bool)
    if structure.ndim != ndim:
        raise RuntimeError("structure and input must have equal rank")
    if any(side != 3 for side in structure.shape):
        raise ValueError("structure dimensions must be equal to 3")
    for connectivity in range(1, ndim + 1):
        if np.array_equal(structure, generate_binary_structure(ndim, connectivity)) and ndim <= 3:
            return _NEIGHBOURS[ndim, connectivity]
    raise _nd.missing("label with such a structure, or of so many dimensions", "scipy.ndimage.label")


def _as_image(array: Any) -> tuple[Any, dict[str, Any]]:
    """An array of up to three dimensions as an image, whose pages lie one below another."""
    pages = {"pages": array.shape[0]} if array.ndim == 3 else {}
    return np.ascontiguousarray(array).reshape(-1, array.shape[-1]), pages


def label(input, structure=None, output=None):
    """Numbers of connected regions, and how many there are."""
    array = np.asarray(input)
    if array.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    neighbours = _neighbours(structure, array.ndim)
    if isinstance(output, np.ndarray) and output.shape != array.shape:
        raise ValueError("output shape not correct")
    labels, count = np.zeros(array.shape, np.int32), 0
    if array.size:
        image, pages = _as_image((array != 0).view(np.uint8))
        made, number = ops.label(image, neighbours=neighbours, count=True, axes="yx", **pages)
        labels, count = np.asarray(made).reshape(array.shape), int(np.asarray(number).ravel()[0])
    if isinstance(output, np.ndarray):
        if output.dtype.kind in "iu" and count > np.iinfo(output.dtype).max:
            raise RuntimeError("insufficient bit-depth in requested output type")
        output[...] = labels
        return count
    return _nd.give(labels, output, np.int32), count


def find_objects(input, max_label=0):
    """The box round each region, as slices."""
    array = np.asarray(input)
    if array.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    if array.ndim > 3 or array.ndim == 0:
        raise _nd.missing("find_objects of such dimensions", "scipy.ndimage.find_objects")
    most = int(max_label) if max_label >= 1 else int(array.max(initial=0))
    if most < 1 or not array.size:
        return []
    labels, pages = _as_image(np.where((array > 0) & (array <= most), array, 0).astype(np.int32))
    table = np.asarray(
        ops.region_statistics(labels, np.zeros(labels.shape, np.uint8), regions=most, axes="yx", **pages)
    )
    found = [_slices(row, array.ndim) if row[_AREA] > 0 else None for row in table]
    return found + [None] * (most - len(found))


def _slices(row: Any, ndim: int) -> tuple[slice, ...]:
    left, top, width, height = (int(value) for value in row[_BOX : _BOX + 4])
    sides = [slice(top, top + height), slice(left, left + width)]
    if ndim == 3:
        front, depth = int(row[_FRONT]), int(row[_FRONT + 1])
        sides.insert(0, slice(front, front + depth))
    return tuple(sides[-ndim:])


class _Groups:
    """Which samples belong together: for each index a code from 1 on, and 0 for what belongs to none."""

    def __init__(self, input: Any, labels: Any, index: Any) -> None:
        self.values = np.asarray(input)
        self.of_all = labels is None
        if labels is None:
            if index is not None:
                raise ValueError("index without defined labels")
            self._set(np.ones(self.values.shape, np.int32), 1, np.zeros((), np.intp))
            return
        self.values, labels = np.broadcast_arrays(self.values, np.asarray(labels))
        if index is None:
            self._set((labels > 0).astype(np.int32), 1, np.zeros((), np.intp))
            return
        index = np.asarray(index)
        different, where = np.unique(index.ravel(), return_inverse=True)
        place = np.minimum(np.searchsorted(different, labels), max(len(different) - 1, 0))
        codes = np.where(different[place] == labels, place + 1, 0) if len(different) else np.zeros(labels.shape)
        self._set(codes.astype(np.int32), len(different), where.reshape(index.shape))

    def _set(self, codes: Any, count: int, where: Any) -> None:
        self.codes, self.count, self.where = codes, count, where

    def spread(self, of_codes: Any) -> Any:
        """What was found for codes, in the order and shape of the index that was given."""
        return of_codes[self.where] if self.where.ndim else of_codes[int(self.where)]


def _table(groups: _Groups, values: Any) -> Any:
    """The rows of region_statistics for all codes; the last one is of area 0 where it is missing."""
    table = np.full((groups.count, 11), np.nan)
    table[:, _AREA] = 0
    if values.size and groups.count and groups.codes.any():
        codes = np.ascontiguousarray(groups.codes).reshape(1, -1)
        samples = np.ascontiguousarray(values).reshape(1, -1)
        made = np.asarray(ops.region_statistics(codes, samples, regions=groups.count, axes="yx"))
        table[: len(made)] = made[:, :11]
    return table


def _parts(values: Any) -> tuple[list[Any], float]:
    """Samples as sums of such that the op takes, each exact, and a factor on all."""
    if values.dtype == bool:
        return [values.view(np.uint8)], 1.0
    if values.dtype.kind in "iu" and values.dtype.itemsize <= 4 or values.dtype in (np.float16, np.float32):
        return [values], 1.0
    rest = values.astype(np.float64)
    largest = float(np.max(np.abs(rest), initial=0, where=np.isfinite(rest)))
    factor = 2.0 ** np.frexp(largest)[1] if largest > 2.0**100 or 0 < largest < 2.0**-60 else 1.0
    rest = rest / factor
    parts: list[Any] = []
    while not parts or (rest.any() and len(parts) < 3):
        parts.append(rest.astype(np.float32))
        with np.errstate(invalid="ignore"):
            rest = np.where(np.isfinite(rest), rest - parts[-1], 0)
    return parts, factor


def _sums(groups: _Groups, values: Any) -> tuple[Any, Any]:
    """Sums and numbers of samples for each code."""
    if values.dtype.kind == "c":
        real, count = _sums(groups, values.real)
        return real + 1j * _sums(groups, values.imag)[0], count
    parts, factor = _parts(values)
    total: Any = 0.0
    for part in parts:
        table = _table(groups, part)
        count = table[:, _AREA]
        sums = np.where(count > 0, table[:, _MEAN] * count, 0.0)
        total = total + (np.rint(sums) if part.dtype.kind in "iu" else sums)
    return total * factor, count


def sum_labels(input, labels=None, index=None):
    """The sum of the samples of each label."""
    groups = _Groups(input, labels, index)
    made = groups.spread(_sums(groups, groups.values)[0])
    return (
        _nd.cast(np.asarray(made), np.sum(groups.values[:0]).dtype)[()]
        if groups.of_all and groups.values.ndim
        else made
    )


def sum(input, labels=None, index=None):
    """The sum of the samples of each label."""
    return sum_labels(input, labels, index)


def mean(input, labels=None, index=None):
    """The mean of the samples of each label."""
    groups = _Groups(input, labels, index)
    sums, count = _sums(groups, groups.values)
    with np.errstate(invalid="ignore", divide="ignore"):
        return groups.spread(sums / count)


def variance(input, labels=None, index=None):
    """The variance of the samples of each label."""
    groups = _Groups(input, labels, index)
    sums, count = _sums(groups, groups.values)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.append(0, sums / count)
        apart = groups.values - means[groups.codes]
        squares = (apart * np.conj(apart)).real if np.iscomplexobj(apart) else apart * apart
        return groups.spread(_sums(groups, squares)[0] / count)


def standard_deviation(input, labels=None, index=None):
    """The standard deviation of the samples of each label."""
    return np.sqrt(variance(input, labels, index))


def center_of_mass(input, labels=None, index=None):
    """The centre of the samples of each label, each of which weighs as much as its value."""
    values = np.asarray(input)
    whole = sum_labels(values, labels, index)
    grids = np.ogrid[[slice(0, side) for side in values.shape]]
    with np.errstate(invalid="ignore", divide="ignore"):
        places = [sum_labels(values * grid.astype(float), labels, index) / whole for grid in grids]
    if not places or np.isscalar(places[0]):
        return tuple(places)
    return [tuple(place) for place in np.array(places).T]


def _extremes(groups: _Groups) -> tuple[Any, Any]:
    """The least and the greatest sample of each code; 0 where there is none."""
    codes, values = _nd.coded(groups.values)
    table = _table(groups, codes)
    there = table[:, _AREA] > 0
    ends = []
    for column in (_LEAST, _GREATEST):
        found = np.where(there, table[:, column], 0)
        end = values[found.astype(np.intp)] if values is not None else found.astype(groups.values.dtype)
        ends.append(np.where(there, end, np.zeros((), groups.values.dtype)))
    return ends[0], ends[1]


def _first_places(groups: _Groups, ends: Any) -> Any:
    """Where each code has its extreme first, as a place in the flat array."""
    codes = groups.codes.ravel()
    hits = np.flatnonzero((codes > 0) & (groups.values.ravel() == np.append(ends[:1], ends)[codes]))
    places = np.zeros(groups.count, np.intp)
    places[codes[hits[::-1]] - 1] = hits[::-1]
    return places


def _positions(groups: _Groups, ends: Any) -> Any:
    at = np.unravel_index(_first_places(groups, ends), groups.values.shape)
    found = np.array(at, dtype=np.intp).reshape(groups.values.ndim, -1).T
    chosen = found[groups.where]
    if chosen.ndim == 1:
        return tuple(int(place) for place in chosen)
    return [tuple(int(place) for place in row) for row in chosen.reshape(-1, chosen.shape[-1])]


def _some(input: Any, labels: Any, index: Any) -> _Groups:
    groups = _Groups(input, labels, index)
    if groups.of_all and groups.values.size == 0:
        raise ValueError("zero-size array has no extremes")
    return groups


def minimum(input, labels=None, index=None):
    """The least sample of each label."""
    groups = _some(input, labels, index)
    return groups.spread(_extremes(groups)[0])


def maximum(input, labels=None, index=None):
    """The greatest sample of each label."""
    groups = _some(input, labels, index)
    return groups.spread(_extremes(groups)[1])


def minimum_position(input, labels=None, index=None):
    """The first place of the least sample of each label."""
    groups = _some(input, labels, index)
    return _positions(groups, _extremes(groups)[0])


def maximum_position(input, labels=None, index=None):
    """The first place of the greatest sample of each label."""
    groups = _some(input, labels, index)
    return _positions(groups, _extremes(groups)[1])


def extrema(input, labels=None, index=None):
    """The least and the greatest sample of each label, and their first places."""
    groups = _some(input, labels, index)
    least, greatest = _extremes(groups)
    return (groups.spread(least), groups.spread(greatest), _positions(groups, least), _positions(groups, greatest))


def histogram(input, min, max, bins, labels=None, index=None):
    """The histogram of the samples of each label."""
    groups = _Groups(input, labels, index)

    def of_code(code: int) -> Any:
        return _counts(groups.values[groups.codes == code], float(min), float(max), int(bins))

    made = [of_code(code) for code in range(1, groups.count + 1)]
    if not groups.where.ndim:
        return made[0]
    result = np.empty(groups.where.size, dtype=object)
    result[:] = [made[code] for code in groups.where.ravel()]
    return result.reshape(groups.where.shape)


def _counts(values: Any, low: float, high: float, bins: int) -> Any:
    """Counts by the edges that NumPy has: each sample's bin is found by them, and the op counts bins."""
    edges = np.linspace(low, high, bins + 1)
    inside = values[(values >= low) & (values <= high)]
    if not inside.size:
        return np.zeros(bins, np.intp)
    places = np.minimum(np.searchsorted(edges, inside, side="right") - 1, bins - 1)
    counts = ops.histogram(places.astype(np.float32), bins=bins, low=0, high=bins)
    return np.asarray(counts).ravel().astype(np.intp)
