"""What is said of ops: signatures, docstrings, and the text of stubs. All of it is made from the registry."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any

# What a parameter or an option takes, as stubs say it.
PARAMETER_TYPES = {
    "flag": "bool",
    "integer": "int",
    "real": "float",
    "choice": "str",
    "text": "str",
    "numbers": "Sequence[float]",
    "matrix": "ArrayLike",
    "size": "tuple[int | None, int | None]",
    "curve": "Sequence[float] | Sequence[tuple[float, float]]",
}

# What an option does and takes.
OPTIONS = {
    "border": (
        "str | None",
        "what lies outside the image: constant, replicate, reflect, wrap, reflect101, centre, discard",
    ),
    "border_value": (
        "float | Sequence[float] | None",
        "the value outside for border='constant', one or one per channel",
    ),
    "ddepth": ("DTypeLike | None", "type of the result: 'f32', 'uint8', numpy.float32"),
    "alpha_channel": ("str | None", "says that the last channel is alpha, and what it does: keep, filter, premultiply"),
    "nodata": ("float | None", "the value of missing samples, which windows leave out"),
    "nan": ("str | None", "'ignore': samples that are NaN are missing"),
    "accuracy": ("str | None", "how far results may lie from the exact ones: exact, level, half"),
    "memory": ("int | None", "bytes that the call may take; what needs more is computed in strips"),
    "axes": ("str | None", "a letter for each side: y, x, c for channels, z for depth, t and q for pages"),
    "channel_axis": ("int | None", "the side that holds the channels"),
    "as_volume": ("bool | None", "whether pages are neighbours in depth; by itself where axes has a z"),
    "volume_depth": ("float | None", "of a volume: what counts along depth, as the sigma of gaussian"),
    "out": ("Any", "array for the result, or a tuple of arrays for several"),
    "schedule": ("str | None", "spelling of a schedule to force"),
    "tune": ("str | None", "where the schedule comes from: off, cached, auto"),
    "specialize": ("str | None", "when to compile special programs: off, cached, always"),
}


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def range_text(parameter: dict[str, Any]) -> str:
    """The words for what a parameter may be: "0 to 100 pixels"."""
    low, high = parameter["minimum"], parameter["maximum"]
    unit = f" {parameter['unit']}" if parameter["unit"] else ""
    if parameter["choices"]:
        return "one of " + ", ".join(parameter["choices"])
    if low is not None and high is not None:
        return f"{_number(low)} to {_number(high)}{unit}"
    if low is not None:
        return f"at least {_number(low)}{unit}"
    if high is not None:
        return f"at most {_number(high)}{unit}"
    return unit.strip()


def parameter_type(parameter: dict[str, Any]) -> str:
    """The type of a parameter, as a stub says it."""
    words = PARAMETER_TYPES[parameter["kind"]]
    if parameter["choices"]:
        words = "Literal[" + ", ".join(repr(choice) for choice in parameter["choices"]) + "]"
    if parameter["pair"]:
        words += " | tuple[int, int]"
    if parameter["automatic"]:
        words += " | Literal['auto'] | None" if parameter["kind"] == "integer" else " | None"
    return words


def inputs_of(info: dict[str, Any]) -> list[tuple[str, bool]]:
    """The inputs by name, and whether a call needs them: after one that it does not need, it need not have any."""
    needed = True
    result = []
    for given in info["inputs"]:
        needed = needed and given["needed"]
        result.append((given["name"], needed))
    return result


def signature(info: dict[str, Any]) -> inspect.Signature:
    """How an op is called: inputs by place or name, all else by name."""
    Parameter = inspect.Parameter
    parameters = []
    for name, needed in inputs_of(info):
        default = Parameter.empty if needed else None
        parameters.append(Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default))
    for said in info["parameters"]:
        if said["name"].isidentifier():  # those of pipelines are called gaussian.sigma
            parameters.append(Parameter(said["name"], Parameter.KEYWORD_ONLY, default=said["initial"]))
    for option in [*info["options"], "session"]:
        parameters.append(Parameter(option, Parameter.KEYWORD_ONLY, default=None))
    return inspect.Signature(parameters)


def _entry(name: str, words: str, text: str) -> str:
    return f"{name} : {words}\n" + textwrap.indent(textwrap.fill(text, 92), "    ")


def _parameter_entry(parameter: dict[str, Any]) -> str:
    allowed = range_text(parameter)
    words = f"{parameter['kind']}, default {parameter['initial']!r}" + (f", {allowed}" if allowed else "")
    return _entry(parameter["name"], words, parameter["summary"])


def _operand_entry(operand: dict[str, Any]) -> str:
    if not operand["types"]:
        return f"{operand['name']} : {operand['kind']}"
    return _entry(operand["name"], operand["kind"], "of " + ", ".join(operand["types"]))


def docstring(info: dict[str, Any]) -> str:
    """What an op does, what it takes, and what it makes."""
    inputs = [_operand_entry(operand) for operand in info["inputs"]]
    parameters = [_parameter_entry(parameter) for parameter in info["parameters"]]
    options = [_entry(name, OPTIONS[name][0], OPTIONS[name][1]) for name in info["options"]]
    options.append(_entry("session", "Session | None", "where it runs; None: the default session"))
    outputs = [f"{output['name']} : {output['kind']}" for output in info["outputs"]]
    parts = [info["summary"], textwrap.fill(info["details"], 96)]
    parts.append("Parameters\n----------\n" + "\n".join(inputs + parameters))
    parts.append("Other Parameters\n----------------\n" + "\n".join(options))
    parts.append("Returns\n-------\n" + "\n".join(outputs))
    return "\n\n".join(part for part in parts if part)
