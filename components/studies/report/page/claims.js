// Claims and verdicts: one table of all studies', and each study's own with intervals and figures.

const verdictWords = ["holds", "does not hold", "undecided", "untested"];
const firstVerdict = 3;  // column
const verdictMarks = { holds: "✓", "does not hold": "✕", undecided: "?", untested: "–", "not run": "" };

function badge(word) {
  return make("span", { class: "badge", "data-verdict": word }, `${verdictMarks[word]} ${word}`);
}

function verdictOf(judged) {
  return judged ? judged.verdict : "not run";
}

function makeTally(device) {
  const words = data.claims.map((claim) => verdictOf(claim.judged[device]));
  return verdictWords
    .map((word) => [word, words.filter((other) => other === word).length])
    .filter(([, number]) => number > 0)
    .map(([word, number]) => make("span", { class: "badge", "data-verdict": word }, `${number} ${word}`));
}

function makeClaims() {
  if (data.claims.length === 0 || studyNames().length === 1) return null;
  const rows = data.claims.map((claim) => [
    String(claim.number), claim.text, make("a", { href: `#${sectionId(claim.study)}` }, claim.study),
    ...claim.judged.map((judged) => badge(verdictOf(judged)))]);
  const columns = ["No.", "claim", "study", ...(severalDevices ? data.labels : ["verdict"])];
  const table = makeTable("Claims", columns, rows, [0]);
  table.classList.add("claims");
  if (severalDevices)  // where a narrow screen has no room for columns, each verdict names its device
    for (const row of table.querySelectorAll("tbody tr"))
      data.labels.forEach((label, device) => { row.cells[firstVerdict + device].dataset.device = label; });
  return make("details", { class: "all-claims" }, make("summary", {}, `All ${count(data.claims.length, "claim")} in one table`), table);
}

function makeFigures(figures, drawn) {
  if (figures.length === 0) return null;
  if (figures.length === 1 && drawn === 0) return make("p", { class: "soft" }, figures[0].text);
  return make("details", {}, make("summary", {}, drawn < figures.length ? `All ${count(figures.length, "figure")}` : count(figures.length, "figure")),
    make("ul", {}, figures.map((figure) => make("li", {}, figure.text))));
}

function makeJudged(judged, device) {
  const drawn = drawnFigures(judged.figures);
  return make("div", {},
    make("p", {}, badge(judged.verdict), severalDevices ? ` ${data.labels[device]}` : ""),
    drawn.length > 0 ? makeIntervals(drawn) : null,
    makeFigures(judged.figures, drawn.length));
}

function makeVerdict(claim) {
  return make("li", {},
    make("p", { class: "text" }, make("b", {}, `Claim ${claim.number}. `), claim.text),
    claim.why ? make("p", { class: "why" }, claim.why) : null,
    make("div", { class: "judged" }, claim.judged.map((judged, device) => judged && makeJudged(judged, device))));
}

function makeVerdicts(name) {
  const own = data.claims.filter((claim) => claim.study === name);
  return own.length > 0 ? make("ul", { class: "own-claims" }, own.map(makeVerdict)) : null;
}
