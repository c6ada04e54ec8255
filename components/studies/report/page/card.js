// A chart with its views: lines, box plots and values, a legend, and what is missing.

const leastRunsOfBox = 3;
const boxWidth = 11, categoryWidth = 20, axisWidth = 80;  // pixels; what needs more than there are scrolls
const drawAhead = "600px";  // how far below the screen charts are drawn already

function boxCount(group) {
  return placesOf(group).length * group.lines.length;
}

function initialState(group) {
  const timed = timedPoints(group);
  const boxes = timed.some((point) => point.runs.length >= leastRunsOfBox);
  return {
    view: boxes && placesOf(group).length === 1 ? "boxes" : "lines",
    boxes,
    log: isWide(timed.map((point) => point.summary.median)),
    outliers: true,
    hidden: new Set(),
    near: false,  // drawn, or about to be seen
  };
}

function makeViews(state, changed) {
  const views = [["lines", "Lines"], ["boxes", "Box plots"], ["values", "Values"]].filter(([view]) => view !== "boxes" || state.boxes);
  const buttons = views.map(([view, text]) => make("button", {
    type: "button", "data-view": view, "aria-pressed": String(view === state.view),
    onclick: () => {
      state.view = view;
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.view === view));
      changed();
    },
  }, text));
  return make("div", { class: "views", role: "group", "aria-label": "View" }, buttons);
}

function chartLabel(group, state) {
  const kind = state.view === "boxes" ? "Box plots" : "Line chart";
  return `${kind}: ${group.title}, ${group.yAxis} over ${group.xAxis}. ${count(group.lines.length, "line")}; the view Values has the numbers.`;
}

function drawChart(stage, group, state) {
  const canvas = make("canvas", { role: "img", "aria-label": chartLabel(group, state) });
  const content = state.view === "boxes" ? boxCount(group) * boxWidth : group.categories.length * categoryWidth;
  const width = content > 0 ? content + axisWidth : 0;
  stage.replaceChildren(make("div", { class: "scroll" }, make("div", { class: "canvas", style: `min-width: ${width}px` }, canvas)));
  return (state.view === "boxes" ? drawBoxes : drawLines)(canvas, group, state);
}

const nearing = new Set();  // what draws the charts that nobody came near to yet

function whenNear(element, draw) {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) now();
  }, { rootMargin: drawAhead });
  const now = () => {
    observer.disconnect();
    nearing.delete(now);
    draw();
  };
  nearing.add(now);
  observer.observe(element);
}

function makeChart(group) {
  const state = initialState(group);
  const stage = make("div", { class: "stage" });
  const missing = makeMissing(group);
  if (timedPoints(group).length === 0)
    return make("figure", { class: "chart" }, make("figcaption", {}, group.title), make("p", {}, "Nothing was measured here."), missing);

  let chart = null;
  const outliers = makeCheckbox("outliers", true, (on) => { state.outliers = on; chart?.update(); }, "outliers");
  const log = makeCheckbox("logarithmic", state.log, (on) => { state.log = on; draw(); }, "log");
  const legend = makeLegend(group, state, () => {
    chart?.data.datasets.forEach((dataset, i) => chart.setDatasetVisibility(i, !state.hidden.has(dataset.line)));
    chart?.update();
  });
  const draw = () => {
    if (!state.near) return;
    chart?.destroy();
    chart = null;
    outliers.hidden = state.view !== "boxes";
    log.hidden = legend.hidden = state.view === "values";
    if (state.view === "values") stage.replaceChildren(...makeValues(group));
    else chart = drawChart(stage, group, state);
  };
  themed.add(draw);
  whenNear(stage, () => { state.near = true; draw(); });
  return make("figure", { class: "chart" },
    make("figcaption", {}, group.title),
    make("div", { class: "controls" }, makeViews(state, draw), log, outliers), legend, stage, missing);
}
