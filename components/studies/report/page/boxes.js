// Box plots: bars from quartile to quartile, to which whiskers, medians and outliers are drawn.

const outlierRadius = 2.5;

function extentOf(summary, state) {
  return [summary.low_whisker, summary.high_whisker, ...(state.outliers ? summary.outliers : [])];
}

function stroke(context, lines) {
  context.beginPath();
  for (const [x0, y0, x1, y1] of lines) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.stroke();
}

// Says how many outliers it drew.
function drawBox(context, bar, y, summary, state) {
  const at = (value) => y.getPixelForValue(value);
  const half = bar.width / 2;
  const ends = [[summary.low_whisker, summary.lower_quartile], [summary.high_whisker, summary.upper_quartile]];
  for (const [end, box] of ends)
    stroke(context, [[bar.x, at(end), bar.x, at(box)], [bar.x - half / 2, at(end), bar.x + half / 2, at(end)]]);
  context.lineWidth = 2.5;
  stroke(context, [[bar.x - half, at(summary.median), bar.x + half, at(summary.median)]]);
  context.lineWidth = 1.5;
  if (!state.outliers) return 0;
  for (const outlier of summary.outliers) {
    context.beginPath();
    context.arc(bar.x, at(outlier), outlierRadius, 0, 2 * Math.PI);
    context.stroke();
  }
  return summary.outliers.length;
}

function boxPlugin(state) {
  return {
    id: "boxes",
    afterDatasetsDraw(chart) {
      const context = chart.ctx;
      context.save();
      let outliers = 0;
      chart.data.datasets.forEach((dataset, i) => {
        if (!chart.isDatasetVisible(i)) return;
        context.strokeStyle = dataset.borderColor;
        context.lineWidth = 1.5;
        context.setLineDash(dataset.line.device > 0 ? [3, 2] : []);
        chart.getDatasetMeta(i).data.forEach((bar, j) => {
          const point = dataset.points[j];
          if (point) outliers += drawBox(context, bar, chart.scales.y, point.summary, state);
        });
      });
      context.restore();
      chart.canvas.dataset.outliers = outliers;
    },
  };
}

function boxDataset(line, places, state) {
  const points = places.map(({ x }) => line.points.find((point) => point.x === x && point.summary));
  const ink = lineColour(line);
  return {
    label: line.label, points, line, hidden: state.hidden.has(line),
    data: points.map((point) => (point ? [point.summary.lower_quartile, point.summary.upper_quartile] : null)),
    borderColor: ink, backgroundColor: line.device > 0 ? "transparent" : ink.replace("hsl(", "hsla(").replace(")", ", 33%)"), borderWidth: 1.5, borderSkipped: false, maxBarThickness: 48,
    categoryPercentage: 0.85, barPercentage: 0.8,
  };
}

function drawBoxes(canvas, group, state) {
  const places = placesOf(group);
  const names = ticksOf(places.map((place) => place.place));
  const x = {
    title: { display: group.xAxis !== "", text: group.xAxis }, grid: { offset: true },
    ticks: { minRotation: group.categories.length > 0 ? slant(names) : 0, maxRotation: 60, autoSkip: false },
  };
  const y = yScale(group, state, (summary) => extentOf(summary, state));
  return new Chart(canvas, {
    type: "bar",
    data: {
      labels: places.map(({ x }, i) => (group.categories.length > 0 ? names[i] : compact(x))),
      datasets: group.lines.map((line) => boxDataset(line, places, state)),
    },
    options: {
      ...commonOptions(group, state, { x, y }),
      interaction: { mode: "nearest", axis: "x", intersect: false },
    },
    plugins: [boxPlugin(state)],
  });
}
