"""Ops as functions, made from the registry; pipelines of them; filters of your own."""

from __future__ import annotations

import inspect
import os
from typing import Any, Callable, Iterable, Optional, Sequence, Union

from lenslet import _core, _describe
from lenslet._core import Node
from lenslet._errors import ArgumentTypeError
from lenslet._reports import Explanation, Tuning, Verification
from lenslet._session import default_session


class _Docstring(str):
    """A class's docstring, and in its place what an op of the class says of itself."""

    def __get__(self, op: Optional["Op"], kind: Any = None) -> str:
        return str(self) if op is None else _describe.docstring(op.info)


class _Signature:
    """How an op is called; the class is called as its __init__ says."""

    def __get__(self, op: Optional["Op"], kind: Any = None) -> inspect.Signature:
        if op is None:
            raise AttributeError("a class has no __signature__", name="__signature__", obj=kind)
        return _describe.signature(op.info)


def _says_what_its_op_does(kind: Any) -> Any:
    kind.__doc__ = _Docstring(kind.__doc__)
    return kind


@_says_what_its_op_does
class Op(_core.Op):
    """An op. Call it with images or arrays, and with its parameters by name: op(image, sigma=2)."""

    _info: Optional[dict[str, Any]] = None
    __signature__ = _Signature()

    def __init__(self, name: str) -> None:
        super().__init__(name)

    def __call__(self, *inputs: Any, session: Any = None, **keywords: Any) -> Any:
        if any(isinstance(value, Traced) for value in (*inputs, *keywords.values())):
            return _add_to_pipeline(self, inputs, keywords)
        return _core.run(_session_for(session, inputs, keywords), self, inputs, keywords)

    def with_(self, **arguments: Any) -> "Pipeline":
        """The op with these arguments, as a part of pipelines: lenslet.gaussian.with_(sigma=2) | lenslet.sobel."""
        return Pipeline(_core.pipeline_of(self, arguments))

    def __or__(self, then: "Op") -> "Pipeline":
        if not isinstance(then, Op):
            return NotImplemented
        return Pipeline(self._pipeline() | then._pipeline())

    def _pipeline(self) -> _core.Pipeline:
        return _core.pipeline_of(self, {})

    def explain(self, *inputs: Any, session: Any = None, **keywords: Any) -> Explanation:
        """Why the op runs on such inputs as it does, measured now. Of the inputs only the types count."""
        return Explanation(_core.explain(_session_for(session, inputs, keywords), self, inputs, keywords))

    def tune(
        self,
        *inputs: Any,
        session: Any = None,
        seconds: float = 20,
        candidates: int = 0,
        strategy: str = "descent",
        only: str = "*",
        worker: bool = True,
        **keywords: Any,
    ) -> Tuning:
        """Tries schedules for such inputs, and remembers the fastest for later calls."""
        return Tuning(
            _core.tune(
                _session_for(session, inputs, keywords),
                self,
                inputs,
                keywords,
                seconds=seconds,
                candidates=candidates,
                strategy=strategy,
                only=only,
                worker=worker,
            )
        )

    def verify(self, *, session: Any = None, effort: int = 0, **arguments: Any) -> Verification:
        """Compares results on this device with the op's reference, for inputs that are likely to show errors."""
        return Verification({"cases": _core.verify(_session_for(session, (), {}), self, arguments, effort)})

    @property
    def info(self) -> dict[str, Any]:
        """What the op says of itself: parameters with ranges and units, inputs, outputs."""
        if self._info is None:
            self._info = _core.Op.info.__get__(self)
        return self._info

    @property
    def __name__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<lenslet op {self.name}{self.__signature__}>"

    def __reduce__(self) -> Any:
        return Op, (self.name,)


def _session_for(session: Any, inputs: Iterable[Any], keywords: dict[str, Any]) -> Any:
    if session is not None:
        return session
    for value in (*inputs, *keywords.values()):
        if isinstance(value, (_core.Image, _core.Array)):
            return value.session
    return default_session()


@_says_what_its_op_does
class UserOp(Op):
    """A filter of your own: OpenCL C with a comment that describes it (docs/your-own-filter.md)."""

    def __init__(self, *, text: Optional[str] = None, file: Union[str, "os.PathLike[str]", None] = None) -> None:
        _core.Op.__init__(self, text=text, file=file)
        self._made_of = {"text": text, "file": file}

    def __reduce__(self) -> Any:
        return _user_op, (self._made_of,)


def _user_op(made_of: dict[str, Any]) -> UserOp:
    return UserOp(**made_of)


@_says_what_its_op_does
class Pipeline(Op):
    """Ops one after the other, planned, tuned and run as one. Its parameters are called "gaussian.sigma"."""

    def __init__(self, made: Union[_core.Pipeline, str]) -> None:
        self._core = _core.Pipeline.parse(made) if isinstance(made, str) else made
        _core.Op.__init__(self, self._core)

    @property
    def text(self) -> str:
        """The pipeline in the language of docs/pipelines.md."""
        return self._core.text

    @property
    def inputs(self) -> list[str]:
        """The names of its inputs."""
        return self._core.inputs

    @property
    def outputs(self) -> list[str]:
        """The names of its outputs."""
        return self._core.outputs

    def __len__(self) -> int:
        return len(self._core)

    def _pipeline(self) -> _core.Pipeline:
        return self._core

    def __repr__(self) -> str:
        return f"<lenslet.Pipeline {self.text!r}>"

    def __reduce__(self) -> Any:
        return Pipeline, (self.text,)


class Traced:
    """What a value is while pipeline() watches a function: an input, or what an op makes."""

    def __init__(self, builder: _core.PipelineBuilder, node: Node) -> None:
        self.builder = builder
        self.node = node


def _in_order(op: Op, names: list[str], inputs: Sequence[Any], keywords: dict[str, Any]) -> list[Any]:
    """The inputs by place, and then those by name, each of which follows the one before it."""
    given = list(inputs)
    for place, name in enumerate(names):
        if name not in keywords:
            continue
        if place < len(inputs):
            raise ArgumentTypeError(f"{op.name}: {name} is given twice")
        if place > len(given):
            raise ArgumentTypeError(f"{op.name}: {name} is given without {names[len(given)]}")
        given.append(keywords[name])
    return given


def _add_to_pipeline(op: Op, inputs: Sequence[Any], keywords: dict[str, Any]) -> Any:
    names = [operand["name"] for operand in op.info["inputs"]]
    given = _in_order(op, names, inputs, keywords)
    arguments = {name: value for name, value in keywords.items() if name not in names}
    if not all(isinstance(value, Traced) for value in given):
        raise TypeError(f"{op.name}: in a pipeline all images are its inputs, or results of its ops")
    builder = given[0].builder
    made = [Traced(builder, node) for node in builder.add(op, arguments, [value.node for value in given])]
    return made[0] if len(made) == 1 else tuple(made)


def pipeline(function: Callable[..., Any]) -> Pipeline:
    """The pipeline of what a function does with its arguments by ops of this module; a dictionary names its results.

    @lenslet.pipeline
    def detail(photo):
        return lenslet.absdiff(photo, lenslet.gaussian(photo, sigma=3))
    """
    builder = _core.PipelineBuilder()
    names = list(inspect.signature(function).parameters)
    results = function(*(Traced(builder, builder.input(name)) for name in names))
    if isinstance(results, Traced):
        results = {"result": results}
    elif not isinstance(results, dict):
        results = {f"result{place + 1}": result for place, result in enumerate(results)}
    for name, result in results.items():
        builder.output(name, result.node)
    return Pipeline(builder.build())


class Family:
    """Ops of arrays of one kind: lenslet.reduce.mean."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __repr__(self) -> str:
        return f"<lenslet.{self.__name__}: {', '.join(sorted(vars(self).keys() - {'__name__'}))}>"


def all_ops() -> dict[str, Op]:
    """Every op by its full name."""
    return {name: Op(name) for name in _core.op_names()}


def add_to(namespace: dict[str, Any], ops: dict[str, Op]) -> None:
    """Puts ops into a module: those of a family as attributes of what has the family's name."""
    for name, op in ops.items():
        if "." not in name:
            namespace[name] = op
    for name, op in ops.items():
        family, _, short = name.rpartition(".")
        if family:
            setattr(namespace.setdefault(family, Family(family)), short, op)
