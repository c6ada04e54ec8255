#!/usr/bin/env python3
"""The photograph matrix as a picture: `photo_chart.py FILE.json OUT.svg [PEER]`, of a record that photos.py wrote.

A row for each op; a dot for each type and size, at the ratio of the peer's time to lenslet's. Right of the line lenslet
is the faster. Without PEER it is the first of the record.
"""
import json
import math
import pathlib
import sys
from xml.sax.saxutils import escape

from photo_table import NAMES, ratio_text, ratios, unique

WIDTH, LEFT, RIGHT, TOP, ROW = 900, 120, 20, 78, 24
COLOURS = {"u8x1": "#0072b2", "u8x3": "#d55e00", "u16x1": "#009e73", "f32x1": "#777777"}  # told apart by all eyes
RADII = (3, 4.2, 5.4, 6.6)  # by size, the smallest first
STYLE = "font-family: Helvetica, Arial, sans-serif; font-size: 13px"


class Axis:
    """Ratios on a logarithmic scale, between powers of two."""

    def __init__(self, values):
        self.low = 2.0 ** math.floor(math.log2(min(*values, 0.5)))
        self.high = 2.0 ** math.ceil(math.log2(max(*values, 2)))

    def place(self, ratio):
        part = math.log(ratio / self.low) / math.log(self.high / self.low)
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def ticks(self):
        tick = self.low
        while tick <= self.high:
            yield tick
            tick *= 2


def text(x, y, words, anchor="start", colour="#222222"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def dot(x, y, type_name, size_place, title):
    radius = RADII[min(size_place, len(RADII) - 1)]
    return (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{COLOURS[type_name]}" fill-opacity="0.75">'
            f'<title>{escape(title)}</title></circle>')


def grid(axis, bottom):
    for tick in axis.ticks():
        x, colour, width = axis.place(tick), *(("#222222", 1.5) if tick == 1 else ("#dddddd", 1))
        yield (f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}" stroke="{colour}" '
               f'stroke-width="{width}"/>')
        yield text(x, bottom + 18, f"{tick:g}", "middle")


def legend(types, sizes):
    x = LEFT
    for name in types:
        yield dot(x, 44, name, 1, name)
        yield text(x + 9, 48, name)
        x += 75
    for place, size in enumerate(sizes):
        yield f'<circle cx="{x + 15}" cy="44" r="{RADII[min(place, len(RADII) - 1)]}" fill="none" stroke="#222222"/>'
        yield text(x + 26, 48, size)
        x += 110


def chart(report, peer):
    """The picture's text."""
    found = [(record, ratios(record)[peer]) for record in report["records"] if peer in ratios(record)]
    if not found:
        sys.exit(f"photo_chart: nothing was timed of '{peer}'")
    works, types, sizes = (unique(record[key] for record, _ in found) for key in ("work", "type", "size"))
    sizes.sort(key=lambda size: math.prod(map(int, size.split("x"))))
    axis, bottom = Axis([ratio for _, ratio in found]), TOP + ROW * len(works)
    parts = [text(LEFT, 22, f"Time of {NAMES[peer]} over lenslet's; right of 1 lenslet is the faster"),
             *legend(types, sizes), *grid(axis, bottom)]
    for i, work in enumerate(works):
        parts.append(text(LEFT - 12, TOP + ROW * (i + 0.5) + 4, work, "end"))
    for record, ratio in sorted(found, key=lambda each: -sizes.index(each[0]["size"])):  # small dots above large ones
        y = TOP + ROW * (works.index(record["work"]) + 0.5) + 4 * (types.index(record["type"]) - (len(types) - 1) / 2)
        parts.append(dot(axis.place(ratio), y, record["type"], sizes.index(record["size"]),
                         f"{record['work']}, {record['type']}, {record['size']}: {ratio_text(ratio)}"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 30}" style="{STYLE}">\n'
            f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: photo_chart.py FILE.json OUT.svg [PEER]")
    report = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    peer = sys.argv[3] if len(sys.argv) == 4 else next(iter(report["peers"]), None)
    pathlib.Path(sys.argv[2]).write_text(chart(report, peer), encoding="utf-8")


if __name__ == "__main__":
    main()
