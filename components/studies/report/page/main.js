// Puts the page together.

const factNames = { clock_mhz: "clock", global_memory: "memory", language_version: "OpenCL C", version: "OpenCL" };
const byteFacts = ["global_memory", "max_allocation", "local_memory"];
const mainFacts = ["kind", "platform", "driver", "compute_units", "global_memory"];  // that need no click

function bytes(value) {
  const steps = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let step = 0;
  for (; value >= 1024 && step < steps.length - 1; ++step) value /= 1024;
  return `${exact(Math.round(value * 10) / 10)} ${steps[step]}`;
}

function factText(name, value) {
  if (byteFacts.includes(name) && typeof value === "number") return bytes(value);
  if (name === "clock_mhz") return `${value} MHz`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? wholeOrExact(value) : value;
}

function facts(record, names) {
  return names.filter((name) => name in record.device)
    .flatMap((name) => fact(factNames[name] ?? name.replaceAll("_", " "), factText(name, record.device[name])));
}

// What must be known before any verdict is read.
function makeAlerts(record, device) {
  const mark = severalDevices ? `${data.labels[device]}: ` : "";
  return [
    record.stopped ? make("p", { class: "alert" }, `${mark}stopped by the user: some points and studies are missing.`) : null,
    ...record.failures.map((failure) => make("p", { class: "alert" }, make("b", {}, `${mark}${failure.study} failed: `), failure.error)),
  ];
}

function makeTallies() {
  return make("div", { class: "tallies" }, data.labels.map((label, device) => make("p", { class: "tally" },
    severalDevices ? makeDash(device) : null, make("b", {}, label), makeTally(device))));
}

function makeDevice(record, device) {
  const { scale, runs, point_seconds: seconds } = record.options;
  const rest = Object.keys(record.device).filter((name) => name !== "name" && !mainFacts.includes(name));
  return make("section", { class: "device", "aria-label": data.labels[device] },
    make("h2", {}, severalDevices ? makeDash(device) : null, data.labels[device]),
    make("dl", {}, facts(record, mainFacts),
      record.machine ? fact("machine", record.machine) : [],
      fact("measured", `${record.time.replace("T", " ").replace("Z", " UTC")}, lenslet ${record.lenslet}`),
      fact("how", `scale ${wholeOrExact(scale)}, ${runs} runs, a point ends after ${wholeOrExact(seconds)} s`)),
    make("details", {}, make("summary", {}, "More of this device"), make("dl", {}, facts(record, rest))));
}

function makePage() {
  const names = studyNames();
  const title = names.length === 1 ? `Study ${names[0]}` : "Studies";
  document.title = `${title}: ${data.labels.join(" and ")}`;
  setChartDefaults();
  followPrinting();
  document.getElementById("top").append(make("h1", {}, title), makeThemeButton());
  const links = names.map((name) => make("li", {}, make("a", { href: `#${sectionId(name)}` }, name)));
  document.getElementById("main").append(...[
    make("div", { class: "alerts" }, data.records.map(makeAlerts).flat()),
    makeTallies(),
    names.length > 1 ? make("nav", { "aria-label": "Studies" }, make("ul", {}, links)) : null,
    makeClaims(),
    ...names.map(makeStudy),
    make("div", { class: "devices" }, data.records.map(makeDevice)),
  ].filter((part) => part));
  document.getElementById("foot").append(
    "Points are medians. Intervals are 95% intervals: of the median, free of any assumption about the times' distribution, and of ratios, " +
    "by bootstrap. Shaded is what a claim says of its ratio. " +
    "Whiskers end at the farthest run within 1.5 times the box's height; runs beyond are outliers. Charts by Chart.js.");
}

makePage();
