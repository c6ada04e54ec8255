#!/usr/bin/env python3
"""The table of bench/python.py as Markdown: `python_table.py FILE.json [--short]`, of a record that it wrote. --short
has the sizes beside each other, from host to host, and no intervals."""

import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "peers"))

from photo_table import geometric_mean, notes, problems, ratio_text, row, unique

RESIDENT = ", on the device"  # behind the name of a library whose images stay there


def peers_of(report):
    """All that have a ratio, in the order of the libraries."""
    found = unique(name for record in report["records"] for name, time in record["times"].items() if "ratio" in time)
    order = [name + more for name in report["peers"] for more in ("", RESIDENT)]
    return sorted(found, key=order.index)


def ratios(report, name, size):
    return [
        record["times"][name]["ratio"]
        for record in report["records"]
        if record["size"] == size and "ratio" in record["times"].get(name, {})
    ]


def mean_cell(values):
    if not values:
        return ""
    slower = sum(value < 1 for value in values)
    return f"{ratio_text(geometric_mean(values))} of {len(values)}" + (f", **{slower} below 1**" if slower else "")


def summary(report, sizes):
    """The geometric mean of each library's ratios at each size."""
    lines = [row(["beside", *(f"{size} x {size}" for size in sizes)]), row(["---"] * (len(sizes) + 1))]
    return lines + [
        row([name, *(mean_cell(ratios(report, name, size)) for size in sizes)]) for name in peers_of(report)
    ]


def bold_below_one(value):
    return ratio_text(value) if value >= 1 else f"**{ratio_text(value)}**"


def cell(time):
    if "ratio" not in time:
        return "" if time.get("outcome") == "refused" else time.get("outcome", "")
    low, high = map(ratio_text, time["interval"])
    return f"{bold_below_one(time['ratio'])} [{low}, {high}]"


def milliseconds(time):
    return f"{time['ms']:.3g}" if "ms" in time else time.get("outcome", "")


def matrix(report, size):
    """A row for each op and type. Columns of the device stand where there is such a library."""
    peers, ours = peers_of(report), next(iter(report["peers"]))
    columns = [ours] + ([ours + RESIDENT] if any(name.endswith(RESIDENT) for name in peers) else [])
    lines = [
        row(["op", "type", *(f"{name}, ms" for name in columns), *peers]),
        row(["---"] * (2 + len(columns) + len(peers))),
    ]
    for record in report["records"]:
        if record["size"] == size:
            times = record["times"]
            lines.append(
                row(
                    [
                        record["work"],
                        record["type"],
                        *(milliseconds(times.get(name, {})) for name in columns),
                        *(cell(times.get(name, {})) for name in peers),
                    ]
                )
            )
    return lines


def short(report):
    """A row for each op and type. A cell has lenslet's milliseconds, and the ratios of the libraries in their order."""
    sizes, peers = unique(record["size"] for record in report["records"]), list(report["peers"])
    records = {(record["work"], record["type"], record["size"]): record["times"] for record in report["records"]}
    lines = [
        f"Lenslet's milliseconds: {', '.join(peers[1:])}.",
        "",
        row(["op", "type", *(f"{size} x {size}" for size in sizes)]),
        row(["---"] * (2 + len(sizes))),
    ]
    for work, kind in unique((work, kind) for work, kind, _ in records):
        found = [records.get((work, kind, size), {}) for size in sizes]
        cells = [
            f"{milliseconds(times.get(peers[0], {}))}: "
            + ", ".join(
                bold_below_one(time["ratio"]) if "ratio" in time else "-"
                for time in (times.get(name, {}) for name in peers[1:])
            )
            for times in found
        ]
        lines.append(row([work, kind, *cells]))
    return lines


def farthest(report):
    """By how much each library's results are off at most, for images of integers."""
    lines = []
    for name in report["peers"]:
        off = {}
        for record in report["records"]:
            far = record["times"].get(name, {}).get("farthest", 0)
            if record["type"].startswith("u") and far > 0.01:
                off[record["work"]] = max(far, off.get(record["work"], 0))
        if off:
            lines.append(f"* {name}: " + ", ".join(f"{work} {far:.2g}" for work, far in off.items()))
    return ["Off by so many levels at most:", "", *lines, ""] if lines else []


def table(report, is_short=False):
    sizes = unique(record["size"] for record in report["records"])
    heading = f"{'; '.join(report['peers'].values())}; {report['machine']}; {report['turns']} turns. {report['remark']}"
    meaning = "Time over lenslet's: above 1 lenslet is the faster, below 1 is bold."
    lines = [heading.rstrip(), "", *summary(report, sizes), ""]
    if is_short:
        lines += [meaning, "", *short(report), ""]
    else:
        lines += [f"{meaning} In brackets the interval that holds the median of the turns' ratios with 95%.", ""]
        for size in sizes:
            lines += [f"{size} x {size}:", "", *matrix(report, size), ""]
    return "\n".join([*lines, *farthest(report), *problems(report), *notes(report)]).rstrip()


if __name__ == "__main__":
    print(table(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")), "--short" in sys.argv[2:]))
