// The speed-ups that a claim is judged by, with their intervals, on one logarithmic axis: a row for each. Left of 1 the
// other way is the faster one, so both sides count from 1 on.

const mostDrawn = 8;  // rows of a claim; the folded figures have all
const narrowest = 1.25;  // times as fast, which an axis shows at least to both sides
const steps = [1, 1.1, 1.25, 1.5, 2, 3, 5];
const fewTicks = 7;

// How a speed-up stands to what is claimed of it.
function answerOf({ low, high, claimed: [least, most] }) {
  if (least === 0 && most === null) return "none";
  const top = most ?? Infinity;
  if (low > least && high < top) return "yes";
  return high < least || low > top ? "no" : "maybe";
}

// What decided comes first.
function drawnFigures(figures) {
  const compared = figures.filter((figure) => figure.speed_up);
  const order = ["no", "maybe", "yes", "none"];
  const rank = (figure) => order.indexOf(answerOf(figure.speed_up));
  return compared.length > mostDrawn ? compared.sort((a, b) => rank(a) - rank(b)).slice(0, mostDrawn) : compared;
}

// [low, high] of the axis.
function extentOfFigures(figures) {
  const values = figures.flatMap(({ speed_up: { low, high, claimed } }) => [low, high, ...claimed]).filter((value) => value > 0);
  return [Math.min(...values, 1 / narrowest) / 1.1, Math.max(...values, narrowest) * 1.1];
}

// Of one side: 1, 2, 5, 10 and so on, as few as have room beside one another.
function ticksUpTo(most, room) {
  const fine = most < 2 ? steps : [1, 2, 5];
  const all = [];
  for (let power = 1; power <= most; power *= 10) all.push(...fine.map((step) => step * power).filter((value) => value <= most));
  const gap = Math.max(1, Math.ceil(all.length / room));
  return all.filter((value, i) => i % gap === 0);
}

function axisTicks([low, high]) {
  const width = Math.log(high / low);
  const side = (end) => ticksUpTo(end, Math.max(1, Math.round((fewTicks * Math.log(end)) / width)));
  const slower = side(1 / low).filter((value) => value > 1).map((value) => [1 / value, value]);
  return [...slower, ...side(high).map((value) => [value, value])];
}

function makeStrip({ speed_up: speedUp, text }, place, tickPlaces) {
  const { value, low, high, claimed: [least, most] } = speedUp;
  const band = (kind, from, to) => make("span", { class: kind, style: `left: ${place(from)}%; right: ${100 - place(to)}%` });
  const answer = answerOf(speedUp);
  return make("div", { class: "strip", role: "img", tabindex: "0", title: text, "aria-label": text, "data-answer": answer },
    answer === "none" ? null : band("claimed", least, most ?? Infinity),
    tickPlaces.map((at) => make("span", { class: at === place(1) ? "grid one" : "grid", style: `left: ${at}%` })),
    band("interval", low, high),
    make("span", { class: "median", style: `left: ${place(value)}%` }));
}

function makeIntervals(figures) {
  const [low, high] = extentOfFigures(figures);
  const place = (value) => Math.min(Math.max((100 * Math.log(value / low)) / Math.log(high / low), 0), 100);
  const ticks = axisTicks([low, high]);
  const places = ticks.map(([value]) => place(value));
  return make("div", { class: "intervals" },
    figures.flatMap((figure) => [make("span", { class: "label" }, figure.speed_up.label), makeStrip(figure, place, places)]),
    make("span", { class: "label soft" }, "times as fast"),
    make("div", { class: "axis soft", "aria-hidden": "true" },
      ticks.map(([value, shown]) => make("span", { style: `left: ${place(value)}%` }, String(Number(shown.toPrecision(3)))))),
    make("span", { class: "label" }),
    make("div", { class: "ends soft" }, make("span", {}, "◂ the second is faster"), make("span", {}, "the first is faster ▸")));
}
