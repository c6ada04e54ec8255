#!/usr/bin/env python3
"""The photograph matrix as Markdown: `photo_table.py FILE.json`, a record that photos.py wrote."""
import json
import math
import pathlib
import sys

MARKS = {"opencv": "o", "halide": "h", "vips": "v", "scipy": "s", "opencl": "t", "npp": "n", "cupy": "c",
         "cucim": "u"}
NAMES = {"opencv": "OpenCV", "halide": "Halide", "vips": "libvips", "scipy": "SciPy", "opencl": "OpenCV's T-API", "npp": "NPP",
         "cupy": "CuPy", "cucim": "cuCIM"}


def ratios(record):
    """How many times as long as lenslet each peer took."""
    times = {name: time["ms"] for name, time in record["times"].items() if "ms" in time}
    ours = times.pop("lenslet", None)
    return {name: ms / ours for name, ms in times.items()} if ours else {}


def ratio_text(value):
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def cell(record):
    """The ratio to the fastest peer, with its mark; bold where lenslet is the slower."""
    if not record or "ms" not in record["times"]["lenslet"]:
        return record["times"]["lenslet"]["outcome"] if record else ""
    found = ratios(record)
    if not found:
        return "alone"
    fastest = min(found, key=found.get)
    text = ratio_text(found[fastest])
    return f"{text if found[fastest] >= 1 else f'**{text}**'} {MARKS[fastest]}"


def row(cells):
    return f"| {' | '.join(cells)} |"


def unique(values):
    return list(dict.fromkeys(values))


def matrix(report):
    """A row for each op; types and sizes beside each other."""
    records = {(r["work"], r["type"], r["size"]): r for r in report["records"]}
    columns = unique((r["type"], r["size"]) for r in report["records"])
    lines = [row(["op", *(f"{kind} {size}" for kind, size in columns)]), row(["---"] * (len(columns) + 1))]
    for work in unique(r["work"] for r in report["records"]):
        lines.append(row([work, *(cell(records.get((work, *column))) for column in columns)]))
    return lines


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def summary_row(name, report):
    """One peer: what of the works it does, and how it stands."""
    found = [(ratios(r)[name], r) for r in report["records"] if name in ratios(r)]
    if not found:
        return row([NAMES[name], *"-----"])
    of_bytes = [ratio for ratio, r in found if r["type"].startswith("u8")]
    least, work = min(found, key=lambda each: each[0])
    return row([f"{NAMES[name]} ({MARKS[name]})", str(len(found)),
                ratio_text(geometric_mean(of_bytes)) if of_bytes else "-",
                ratio_text(geometric_mean([ratio for ratio, _ in found])), str(sum(ratio < 1 for ratio, _ in found)),
                f"{ratio_text(least)} ({work['work']} {work['type']} {work['size']})"])


def summary(report):
    lines = [row(["peer", "works", "geometric mean, u8", "all types", "below 1.0", "least"]), row(["---"] * 6)]
    return lines + [summary_row(name, report) for name in report["peers"]]


def problems(report):
    """What has no time: of each library and outcome the works, and the first reason."""
    found = {}
    for record in report["records"]:
        for name, time in record["times"].items():
            if "ms" not in time:
                works, _ = found.setdefault((name, time["outcome"]), ({}, time["detail"]))
                works.setdefault(record["work"], {}).setdefault(record["type"])
    return [f"* {NAMES.get(name, name)}, {outcome}: " + "; ".join(
        f"{work} ({', '.join(types)})" for work, types in works.items()) + f". The first: {detail}"
            for (name, outcome), (works, detail) in found.items()]


def notes(report):
    """What of a work a library means otherwise, though it has a time."""
    found = {}
    for record in report["records"]:
        for name, time in record["times"].items():
            if time.get("note"):
                works = found.setdefault((name, time["note"]), {})
                works.setdefault(record["work"], {}).setdefault(record["type"])
    return [f"* {NAMES.get(name, name)}: {note}: " + "; ".join(
        f"{work} ({', '.join(types)})" for work, types in works.items()) + "." for (name, note), works in found.items()]


def table(report):
    device = report["device"]
    heading = (f"{device['name']} ({device['platform']}, driver {device['driver']}), copy "
               f"{report['copy_bytes_per_second'] * 1e-9:.1f} GB/s, lenslet {report['lenslet']} "
               f"{'after tuning for ' + report['tune'] if report['tune'] else 'untuned'}; "
               f"{'; '.join(report['peers'].values())}.")
    marks = ", ".join(f"{MARKS[name]} {NAMES[name]}" for name in report["peers"])
    meaning = f"Time of the fastest peer over lenslet's ({marks}); bold where lenslet is the slower."
    lines = [heading, "", *summary(report), "", meaning, "", *matrix(report), "", *problems(report), *notes(report)]
    return "\n".join(lines).rstrip()


if __name__ == "__main__":
    print(table(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))))
