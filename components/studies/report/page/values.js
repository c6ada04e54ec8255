// A chart's values as a table: what the charts show, for readers of tables, of screens read aloud, and for copying.

function kernelButton(point) {
  return make("button", {
    type: "button", class: "plain", "aria-label": `Kernel and runs of ${point.line.label} at ${point.place}`,
    onclick: () => openKernel(point),
  }, point.source ? "kernel" : "runs");
}

function valueRow(point) {
  const { summary } = point;
  const numbers = summary
    ? [exact(summary.median), `${exact(summary.low)} to ${exact(summary.high)}`,
      `${exact(summary.lower_quartile)} to ${exact(summary.upper_quartile)}`, String(point.runs.length),
      String(summary.outliers.length)]
    : ["-", "-", "-", "0", "-"];
  const how = make("span", { class: "how" }, summary ? point.how : `not measured: ${point.missing}`);
  return [point.line.name, point.place, ...numbers, how, kernelButton(point)];
}

// A table for each device.
function makeValues(group) {
  const columns = ["line", group.xAxis || "at", `median, ${group.yAxis}`, "95% interval", "quartiles", "runs", "outliers", "how",
    ""];
  return data.labels.flatMap((label, device) => {
    const points = group.lines.filter((line) => line.device === device).flatMap((line) => line.points);
    const title = severalDevices ? `${group.title}, on ${label}` : `${group.title}: values`;
    return points.length > 0 ? [makeTable(title, columns, points.map(valueRow), [2, 3, 4, 5, 6])] : [];
  });
}

// The points without times, by reason.
function makeMissing(group) {
  const reasons = new Map();
  for (const point of group.lines.flatMap((line) => line.points))
    if (point.missing)
      reasons.set(point.missing, [...(reasons.get(point.missing) ?? []), `${point.line.label} at ${point.place}`]);
  if (reasons.size === 0) return null;
  const total = [...reasons.values()].flat().length;
  return make("details", { class: "missing" },
    make("summary", {}, `${count(total, "point")} could not be measured`),
    make("ul", {}, [...reasons].map(([reason, places]) =>
      make("li", {}, `${reason}: `, make("span", { class: "soft" }, places.join("; "))))));
}
