// The data of the page, and the same chart of several devices as one.

const data = JSON.parse(document.getElementById("data").textContent);
const severalDevices = data.labels.length > 1;

// What each device's record says of a study: [{device, label, study}], without those that did not run it.
function reportsOf(name) {
  return data.records
    .map((record, device) => ({ device, label: data.labels[device], study: record.studies.find((one) => one.name === name) }))
    .filter((report) => report.study);
}

function studyNames() {
  return [...new Set(data.records.flatMap((record) => record.studies.map((study) => study.name)))];
}

// Charts of one title, n-th with n-th, become one chart with the lines of all devices. Titles may differ in numbers, such
// as the size that each device computed.
function chartGroups(name) {
  const groups = new Map();
  for (const report of reportsOf(name)) {
    const seen = {};
    for (const chart of report.study.charts) {
      const kind = chart.title.replace(/\d+/g, "0");
      seen[kind] = (seen[kind] ?? 0) + 1;
      const key = `${seen[kind]} ${kind}`;
      if (!groups.has(key))
        groups.set(key, { titles: new Set(), xAxis: chart.x_axis, yAxis: chart.y_axis, categories: [], lines: [] });
      addChart(groups.get(key), chart, report);
    }
  }
  for (const group of groups.values()) group.title = [...group.titles].join("; ");
  return [...groups.values()];
}

function addChart(group, chart, report) {
  group.titles.add(chart.title);
  for (const category of chart.categories) if (!group.categories.includes(category)) group.categories.push(category);
  for (const line of chart.lines) {
    const known = group.lines.find((other) => other.name === line.name);
    const style = known ? known.style : new Set(group.lines.map((other) => other.name)).size;
    const entry = { name: line.name, device: report.device, style, points: [] };
    entry.label = severalDevices ? `${line.name}, ${report.label}` : line.name;
    entry.points = line.points.map((point) => pointOf(group, chart, point, entry, report)).sort((a, b) => a.x - b.x);
    group.lines.push(entry);
  }
}

// A point knows all that is said of it.
function pointOf(group, chart, point, line, report) {
  const category = chart.categories.length > 0 ? chart.categories[point.x] : null;
  return {
    x: category === null ? point.x : group.categories.indexOf(category),
    place: category === null ? wholeOrExact(point.x) : category,
    runs: point.ms ?? [],
    summary: point.ms ? summarize(point.ms) : null,
    missing: point.missing ?? null,
    how: textOf(point.how),
    source: report.study.sources[point.source] ?? null,  // places of its parts
    group,
    line,
  };
}

// Paragraphs that several texts have are stored once.
function textOf(places) {
  return places.map((place) => data.parts[place]).join("\n\n");
}

// All places of a chart's axis, ascending.
function placesOf(group) {
  const places = new Map();
  for (const line of group.lines) for (const point of line.points) places.set(point.x, point.place);
  return [...places].sort((a, b) => a[0] - b[0]).map(([x, place]) => ({ x, place }));
}

function timedPoints(group) {
  return group.lines.flatMap((line) => line.points).filter((point) => point.summary);
}
