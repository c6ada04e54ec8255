// Time lines: a bar for each command, in the row of its queue. Bars of a row that overlap get lanes of their own.

const mostTicks = 6;
const lastTick = 0.93;  // of the width: behind it there is no room for the number

// [[span, ...], ...]: no two of a lane overlap.
function lanesOf(spans) {
  const lanes = [];
  for (const span of [...spans].sort((a, b) => a.begin_ms - b.begin_ms)) {
    const free = lanes.find((lane) => lane[lane.length - 1].end_ms <= span.begin_ms);
    free ? free.push(span) : lanes.push([span]);
  }
  return lanes;
}

// Round steps: 1, 2 or 5 times a power of ten.
function ticksTo(end) {
  const rough = end / mostTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
  const ticks = [];
  for (let i = 0; i * step <= lastTick * end; ++i) ticks.push(i * step);
  return ticks;
}

function makeBar(span, end, style) {
  const took = span.end_ms - span.begin_ms;
  const text = `${span.row}: ${span.label}, ${exact(span.begin_ms)} to ${exact(span.end_ms)} ms, which is ${exact(took)} ms`;
  return make("div", {
    class: "bar", role: "img", tabindex: "0", title: text, "aria-label": text,
    style: `left: ${(100 * span.begin_ms) / end}%; width: ${(100 * took) / end}%; --bar: var(${inkName(style, 0)})`,
  }, make("span", {}, span.label));
}

function makeTimeline(timeline, label) {
  const end = Math.max(...timeline.spans.map((span) => span.end_ms)) || 1;
  const rows = [...new Set(timeline.spans.map((span) => span.row))];
  const labels = [...new Set(timeline.spans.map((span) => span.label))];
  const title = severalDevices ? `${timeline.title}, on ${label}` : timeline.title;
  const bars = (lane) => make("div", { class: "lane" }, lane.map((span) => makeBar(span, end, labels.indexOf(span.label))));
  return make("figure", { class: "timeline" },
    make("figcaption", {}, title),
    make("div", { class: "rows" }, rows.flatMap((row) => [
      make("div", { class: "row-name" }, row),
      make("div", { class: "lanes" }, lanesOf(timeline.spans.filter((span) => span.row === row)).map(bars)),
    ]),
    make("div", { class: "row-name soft" }, "ms"),
    make("div", { class: "ticks", "aria-hidden": "true" }, ticksTo(end).map((tick) =>
      make("span", { style: `left: ${(100 * tick) / end}%` }, exact(tick))))),
    make("details", {}, make("summary", {}, "As a table"),
      makeTable(title, ["row", "command", "begin, ms", "end, ms"],
        timeline.spans.map((span) => [span.row, span.label, exact(span.begin_ms), exact(span.end_ms)]), [2, 3])));
}
