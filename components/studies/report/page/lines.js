// Line charts: the medians over the axis.

const wideRange = 30;  // from this ratio of largest to smallest on, an axis is logarithmic
const fewPlaces = 12;  // so many places of an axis get a tick each
const mostLevel = 60;  // characters, of all names of an axis

// Of so many characters side by side there is no room: they stand aslant, so that none runs into its neighbour.
function slant(names) {
  return names.flat().reduce((longest, line) => Math.max(longest, line.length), 0) * names.length > mostLevel ? 40 : 0;
}

// The same for lines and box plots; hovering and clicking find the nearest point.
function commonOptions(group, state, scales) {
  return {
    scales,
    plugins: { legend: { display: false }, tooltip: { enabled: false, external: chartTip } },
    onClick: (event, hits, chart) => {
      if (hits.length > 0) openKernel(chart.data.datasets[hits[0].datasetIndex].points[hits[0].index]);
    },
    onHover: (event, hits) => {
      if (event.native) event.native.target.style.cursor = hits.length > 0 ? "pointer" : "default";
    },
  };
}

function isWide(values) {
  return values.length > 1 && Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) >= wideRange;
}

function xScale(group) {
  const places = placesOf(group);
  const title = { display: group.xAxis !== "", text: group.xAxis };
  const ticks = { maxRotation: 60, callback: (value) => compact(value) };
  const low = places[0].x, high = places[places.length - 1].x;
  if (group.categories.length > 0) {
    const names = ticksOf(group.categories);
    return {
      type: "linear", min: -0.5, max: group.categories.length - 0.5, title,
      ticks: { minRotation: slant(names), maxRotation: 60, autoSkip: false, callback: (value) => names[value] ?? "" },
      afterBuildTicks: (scale) => { scale.ticks = group.categories.map((_, value) => ({ value })); },
    };
  }
  const scale = { type: "linear", title, ticks };
  if (places.length <= fewPlaces)
    scale.afterBuildTicks = (axis) => { axis.ticks = places.map(({ x }) => ({ value: x })); };
  if (isWide(places.map(({ x }) => x))) return { ...scale, type: "logarithmic", min: low / 1.2, max: high * 1.2 };
  const margin = (high - low) * 0.04 || 0.5;
  return { ...scale, min: low - margin, max: high + margin };
}

function isRound(value) {
  return [1, 2, 5].includes(Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9)));
}

// Of a logarithmic axis: 1, 2, 5, 10 and so on, within its ends.
function keepRoundTicks(scale) {
  scale.ticks = scale.ticks.filter(({ value }) => isRound(value) && value >= scale.min && value <= scale.max);
}

// `valuesOf` gives what the axis must hold of a point's summary; Chart.js itself ends at powers of ten.
function yScale(group, state, valuesOf) {
  const fit = (scale) => {
    const values = scale.chart.data.datasets.filter((_, i) => scale.chart.isDatasetVisible(i))
      .flatMap((dataset) => dataset.points).filter((point) => point).flatMap((point) => valuesOf(point.summary));
    if (values.length > 0) fitAxis(scale, state, Math.min(...values), Math.max(...values));
  };
  return {
    type: state.log ? "logarithmic" : "linear", title: { display: true, text: group.yAxis }, afterDataLimits: fit,
    bounds: state.log ? "data" : "ticks", afterBuildTicks: state.log ? keepRoundTicks : undefined,
    ticks: { callback: (value) => compact(value), autoSkip: !state.log },
  };
}

function fitAxis(scale, state, low, high) {
  const margin = (high - low) * 0.05 || Math.abs(high) * 0.05 || 1;
  if (state.log && low > 0) [scale.min, scale.max] = [low / 1.2, high * 1.2];
  else if (state.view === "boxes") [scale.min, scale.max] = [low >= 0 ? Math.max(low - margin, 0) : low - margin, high + margin];
  else [scale.min, scale.max] = [Math.min(0, low), Math.max(0, high + margin)];
}

function lineDataset(line, state) {
  const points = line.points.filter((point) => point.summary);
  const ink = lineColour(line);
  return {
    label: line.label,
    points,
    line,
    data: points.map((point) => ({ x: point.x, y: point.summary.median })),
    hidden: state.hidden.has(line),
    borderColor: ink, backgroundColor: ink, borderWidth: 2, borderDash: line.device > 0 ? [6, 4] : [],
    pointStyle: pointShape(line.style)[0], pointRadius: 4, pointHoverRadius: 6, pointHitRadius: 10,
  };
}

function drawLines(canvas, group, state) {
  return new Chart(canvas, {
    type: "line",
    data: { datasets: group.lines.map((line) => lineDataset(line, state)) },
    options: {
      ...commonOptions(group, state, { x: xScale(group), y: yScale(group, state, (summary) => [summary.median]) }),
      interaction: { mode: "nearest", intersect: true },
    },
  });
}
