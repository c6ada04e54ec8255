"""Records of `lenslet study` that no device measured: every feature, and texts as bad as data can be."""

import json
import random

HOSTILE = '</script><script>window.hacked = true</script><img src=x onerror="window.hacked = true"> & "quoted" \u202e\\u003c'
FILTER_SIZES = (3, 5, 7, 9)
KERNEL = "// kernel of {name}\n__kernel void run(__global float *out) {{\n  if (a < b && c > d) out[get_global_id(0)] = 1.0f;\n}}\n"


def runs(chance, median, outliers=0, count=20):
    ms = [median * chance.lognormvariate(0, 0.02) for _ in range(count - outliers)]
    ms += [median * chance.uniform(1.3, 2.0) for _ in range(outliers)]
    chance.shuffle(ms)
    return ms


def point(x, ms, how="", source=-1):
    return {"x": x, "how": how, "source": source, "ms": ms}


def missing(x, why):
    return {"x": x, "how": "", "source": -1, "missing": why}


def gradient_chart(chance, factor, sources):
    lines = []
    for place, name in enumerate(("single", "local", "separated", "double", "predefined")):
        points = []
        for x in FILTER_SIZES:
            sources.append(KERNEL.format(name=f"{name} {x}x{x}"))
            cost = {"predefined": 0.7, "separated": 2 * x / 3 + 2}.get(name, x * x / (9 if name == "double" else 6))
            points.append(point(x, runs(chance, factor * cost, outliers=place % 3), f"image.direct.{name}.literal.v1.x1.y4.g128x1",
                                len(sources) - 1))
        lines.append({"name": name, "points": points})
    lines[1]["points"][3] = missing(9, "local memory of 65536 bytes is needed, the device has 32768")
    return {"title": "Scharr derivatives of a pyramid", "x_axis": "filter size, pixels", "y_axis": "ms", "categories": [],
            "lines": lines}


def group_chart(chance, factor, groups):
    lines = [{"name": f"{size} x {size}", "points": [point(i, runs(chance, factor * size * (1 + i / 4)), f"g{group}")
                                                    for i, group in enumerate(groups)]} for size in FILTER_SIZES]
    return {"title": "Work-group shapes", "x_axis": "work-group", "y_axis": "ms", "categories": groups, "lines": lines}


def crowded_chart(chance, factor, ways):
    """As many lines as colours must be told apart, at places whose names differ in their ends alone."""
    places = [f"image.direct.single.constant.unrolled.v4.x1.y{k}.g16x16" for k in range(1, 9)]
    lines = [{"name": f"the way number {k} with a rather long name", "points": [
        point(i, runs(chance, factor * (k + 1) * (1 + (i + k) % 5 / 8))) for i in range(len(places))]} for k in range(ways)]
    return {"title": "Many ways", "x_axis": "schedule", "y_axis": "ms", "categories": places, "lines": lines}


def length_chart(chance, factor):
    lines = [{"name": name, "points": [point(2**k, runs(chance, factor * (0.01 + 2**k / 2**22), 1), f"{2**k // 4} items")
                                       for k in (14, 18, 22, 26)]} for name in ("one per item", "grid-stride")]
    return {"title": "Vector addition", "x_axis": "elements", "y_axis": "ms", "categories": [], "lines": lines}


def counts_chart(chance):
    """Points of few runs and of many, of equal ones, and of such that lie outside on both sides."""
    counts = [*range(1, 41), 99, 1000, 2000]
    plain = [point(count, runs(chance, 5.0, count=count)) for count in counts]
    both = [point(count, [*runs(chance, 5.0, count // 8, count - count // 8), *runs(chance, 1.0, count=count // 8)]) for count in counts]
    equal = [point(count, [0.1, 0.1, *(0.3 for _ in range(count - 1))]) for count in counts]
    return {"title": "Counts", "x_axis": "runs", "y_axis": "ms", "categories": [], "lines": [
        {"name": name, "points": points} for name, points in (("plain", plain), ("outliers on both sides", both), ("ties", equal))]}


def curve_chart():
    lines = [{"name": law, "points": [point(n, [value(n)]) for n in (1, 2, 4, 8)]}
             for law, value in (("Amdahl", lambda n: 1 / (0.5 + 0.5 / n)), ("Gustafson", lambda n: n - 0.5 * (n - 1)))]
    return {"title": "Speed-up by law", "x_axis": "compute units", "y_axis": "speed-up", "categories": [], "lines": lines}


def timeline(factor):
    spans = [("queue 1", "write", 0, 2), ("queue 1", "kernel 1", 2, 7), ("queue 2", "write", 0.5, 3.2), ("queue 2", "kernel 2", 3, 8),
             ("host", HOSTILE, 0, 0.1)]
    return {"title": "Two queues", "spans": [{"row": row, "label": label, "begin_ms": begin * factor, "end_ms": end * factor}
                                            for row, label, begin, end in spans]}


def compared(label, text, value, low, high, claimed=(1, None)):
    return {"text": text, "speed_up": {"label": label, "value": value, "low": low, "high": high, "claimed": list(claimed)}}


def claim(number, verdict, text="A kernel with local memory is faster from 5 x 5 on."):
    figures = [compared("local over single, at 3", "Scharr, at 3: single is 1.06 times as fast as local (1.02 to 1.10)", 1 / 1.06, 1 / 1.1, 1 / 1.02),
               compared("local over single, at 5", "Scharr, at 5: local is 1.31 times as fast as single (1.22 to 1.40)", 1.31, 1.22, 1.4),
               {"text": "Scharr: local at 9: not measured"},
               compared("local over single, at 7", "Scharr, at 7: local is 19 times as fast as single (17 to 21)", 19.2, 16.8, 21.1),
               compared("local over double, at 7", "Scharr, at 7: local is 1.02 times as fast as double (0.90 to 1.16: either may be the faster), "
                        "claimed: 0.91 to 1.10", 1.02, 0.9, 1.16, (1 / 1.1, 1.1))]
    return {"number": number, "text": text, "verdict": verdict, "figures": figures, "why": "A tile is read once and used for each tap."}


def study(name, **parts):
    empty = {key: [] for key in ("claims", "notes", "terms", "charts", "timelines", "tables", "sources")}
    return {"name": name, "summary": f"What {name} is about, in one sentence.", "seconds": 12.5} | empty | parts


def device(name):
    return {"index": 0, "kind": "gpu", "name": name, "vendor": "A vendor", "platform": "A platform", "driver": "1.2.3",
            "compute_units": 132, "clock_mhz": 1980, "global_memory": 150 << 30, "local_memory": 49152, "images": True}


def record(name="Synthetic device", factor=1.0, hostile=False, crowded=0, counts=False):
    chance = random.Random(1)
    sources = []
    verdicts = ("holds", "does not hold", "undecided", "untested")
    gradient = study("gradient", charts=[gradient_chart(chance, factor, sources), group_chart(chance, factor, ["default", "16x16", "32x4"])],
                     claims=[claim(11 + i, verdict) for i, verdict in enumerate(verdicts)], sources=sources,
                     terms=[{"name": "single", "meaning": "a launch for each filter"}, {"name": "double", "meaning": "both in one launch"}],
                     notes=["The original listing left out the last column; it is corrected here.", f"A note of {name} alone."])
    vectors = study("vector-add", charts=[length_chart(chance, factor), curve_chart()], claims=[claim(26, "holds")],
                    timelines=[timeline(factor)],
                    tables=[{"title": "Sampler coordinates", "columns": ["coordinate", "texel", "clamp", "repeat"], "keys": 2, "alike": True,
                             "rows": [["-0.25", "edge", "5", "6" if factor == 1 else "7"], ["-0.05", "centre", "4", "5"]]},
                            {"title": "Limits", "columns": ["what", "value"], "alike": True, "rows": [["group", "256"], ["tile", "32"]]}])
    nasty = study("hostile", summary=HOSTILE, notes=[HOSTILE], sources=[HOSTILE], claims=[claim(60, "holds", HOSTILE)],
                  tables=[{"title": HOSTILE, "columns": [HOSTILE], "rows": [[HOSTILE]]}],
                  charts=[{"title": HOSTILE, "x_axis": HOSTILE, "y_axis": "ms", "categories": [HOSTILE, "x" * 300],
                           "lines": [{"name": HOSTILE, "points": [point(0, [1.5, 1.6, 1.4], HOSTILE, 0), missing(1, HOSTILE)]}]},
                          {"title": "Nothing", "x_axis": "x", "y_axis": "ms", "categories": [], "lines": [
                              {"name": "none", "points": [missing(1, "no image support")]}]}])
    studies = [gradient, vectors] + ([nasty] if hostile else [])
    if crowded > 0:
        studies = [study("crowded", charts=[crowded_chart(chance, factor, crowded)])]
    if counts:
        studies = [study("counts", charts=[counts_chart(chance)])]
    parts = []
    for one in studies:  # each source as one part
        texts, one["sources"] = one["sources"], []
        for text in texts:
            one["sources"].append([len(parts)])
            parts.append(text)
    return {"content": "lenslet study", "format": 2, "lenslet": "0.1.0", "time": "2026-01-31T12:00:00Z", "device": device(name),
            "options": {"scale": 0.25, "runs": 20, "point_seconds": 1}, "stopped": hostile,
            "studies": studies, "source_parts": parts,
            "failures": [{"study": "sync", "error": HOSTILE}] if hostile else []}


def write(path, *arguments, **options):
    path.write_text(json.dumps(record(*arguments, **options)))
    return path
