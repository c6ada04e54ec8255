// The section of a study.

function sectionId(name) {
  return `study-${name.replace(/[^A-Za-z0-9_-]+/g, "-")}`;
}

// Notes that all devices share stand once.
function makeNotes(reports) {
  const notes = new Map();
  for (const { study, label } of reports)
    for (const note of study.notes) notes.set(note, [...(notes.get(note) ?? []), label]);
  if (notes.size === 0) return null;
  return make("div", { class: "notes" }, make("h3", {}, "Notes"),
    make("ul", {}, [...notes].map(([note, labels]) => make("li", {},
      labels.length < data.labels.length ? make("b", {}, `${labels.join(", ")}: `) : null, note))));
}

function makeStudyTable(table, label) {
  const title = severalDevices ? `${table.title}, on ${label}` : table.title;
  return make("details", { class: "table" }, make("summary", {}, title), makeTable(title, table.columns, table.rows));
}

// What differs between the devices' tables, as the library found it.
function makeComparisons(name) {
  return data.comparisons.filter((one) => one.study === name).map((one) => make("div", { class: "compared" },
    make("p", {}, make("b", {}, `${one.title}, compared. `), one.result),
    one.rows.length > 0 ? makeTable(one.differing_title, one.columns, one.rows) : null));
}

// The words of the source that the charts use.
function makeTerms(reports) {
  const terms = new Map(reports.flatMap(({ study }) => study.terms).map(({ name, meaning }) => [name, meaning]));
  return terms.size > 0 ? make("dl", { class: "terms" }, [...terms].flatMap(([name, meaning]) => fact(name, meaning))) : null;
}

// The chart first, then what it says of the claims.
function makeStudy(name) {
  const reports = reportsOf(name);
  const took = reports.map(({ study, label }) => `${study.seconds.toFixed(1)} s${severalDevices ? ` on ${label}` : ""}`);
  const [first, ...charts] = chartGroups(name).map(makeChart);
  return make("section", { id: sectionId(name), "data-study": name, "aria-label": name },
    make("h2", {}, name),
    make("p", { class: "summary" }, reports[0].study.summary, make("span", { class: "soft" }, ` Took ${took.join(", ")}.`)),
    makeTerms(reports),
    first,
    makeVerdicts(name),
    charts,
    reports.flatMap(({ study, label }) => study.timelines.filter((one) => one.spans.length > 0).map((one) => makeTimeline(one, label))),
    reports.flatMap(({ study, label }) => study.tables.map((table) => makeStudyTable(table, label))),
    makeComparisons(name),
    makeNotes(reports));
}
