"""What explain(), tune() and verify() found: attributes, and tables in notebooks."""

from __future__ import annotations

import html
from typing import Any, Iterable, Sequence


def _text(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    def row(cells: Sequence[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(_text(cell))}</{tag}>" for cell in cells) + "</tr>"

    return (
        "<table><thead>"
        + row(head, "th")
        + "</thead><tbody>"
        + "".join(row(one, "td") for one in rows)
        + "</tbody></table>"
    )


class _Report:
    """Attributes are what `facts` has."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.facts = facts

    def __getattr__(self, name: str) -> Any:
        if name == "facts" or name not in self.facts:
            raise AttributeError(f"{type(self).__name__} has no attribute '{name}'")
        return self.facts[name]

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self.facts]


class Explanation(_Report):
    """Why an op runs as it does here, and how far its time is from what the device can do."""

    _SHOWN = (
        "schedule",
        "origin",
        "reason",
        "accuracy",
        "median_ms",
        "call_ms",
        "memory_ms",
        "arithmetic_ms",
        "distance",
        "bytes_per_pixel",
        "operations_per_pixel",
        "scratch_bytes",
    )

    def __str__(self) -> str:
        return "\n".join(f"{name}: {_text(self.facts[name])}" for name in self._SHOWN)

    def _repr_html_(self) -> str:
        facts = _table(("", ""), ((name, self.facts[name]) for name in self._SHOWN))
        excluded = ((one["schedule"], one["rule"], one["reason"]) for one in self.facts["excluded"])
        return facts + _table(("excluded", "rule", "reason"), excluded)


class Tuning(_Report):
    """Which schedules were tried, how long they took, and which one plans take from now on."""

    def _rows(self) -> list[tuple[Any, ...]]:
        trials = sorted(self.facts["trials"], key=lambda trial: (trial["outcome"] != "correct", trial["median_ms"]))
        return [(trial["schedule"], trial["outcome"], trial["median_ms"], trial["detail"]) for trial in trials]

    def __str__(self) -> str:
        winner = self.facts["winner"]
        best = f"{winner['schedule']}, {winner['median_ms']:.4g} ms" if winner else "none was correct"
        return f"{len(self.facts['trials'])} schedules in {self.facts['seconds']:.1f} s; fastest: {best}"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(str(self))}</p>" + _table(("schedule", "outcome", "median ms", ""), self._rows())


class Verification(_Report):
    """Cases of an op that were compared with its reference on this device."""

    @property
    def ok(self) -> bool:
        """Whether each case was right."""
        return all(case["outcome"] == "correct" for case in self.facts["cases"])

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        cases = self.facts["cases"]
        return f"{sum(case['outcome'] == 'correct' for case in cases)} of {len(cases)} cases are correct"

    def _repr_html_(self) -> str:
        rows = ((case["what"], case["outcome"], case["detail"]) for case in self.facts["cases"])
        return f"<p>{html.escape(str(self))}</p>" + _table(("case", "outcome", ""), rows)
