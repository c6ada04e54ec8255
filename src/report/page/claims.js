// Claims and verdicts: one table of all at the top, and each study's own with their figures.

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
  if (data.claims.length === 0) return null;
  const rows = data.claims.map((claim) => [
    String(claim.number), claim.text, make("a", { href: `#${sectionId(claim.study)}` }, claim.study),
    ...claim.judged.map((judged) => badge(verdictOf(judged)))]);
  const columns = ["No.", "claim", "study", ...(severalDevices ? data.labels : ["verdict"])];
  const table = makeTable("Claims", columns, rows, [0]);
  table.classList.add("claims");
  if (severalDevices)  // where a narrow screen has no room for columns, each verdict names its device
    for (const row of table.querySelectorAll("tbody tr"))
      data.labels.forEach((label, device) => { row.cells[firstVerdict + device].dataset.device = label; });
  return make("section", { "aria-label": "Claims" }, make("h2", {}, "Claims"), table);
}

function makeFigures(claim) {
  return make("div", { class: "judged" }, claim.judged.map((judged, device) => judged && make("div", {},
    make("p", {}, badge(judged.verdict), severalDevices ? ` ${data.labels[device]}` : ""),
    judged.figures.length > 0 ? make("ul", {}, judged.figures.map((figure) => make("li", {}, figure))) : null)));
}

function makeStudyClaims(name) {
  const own = data.claims.filter((claim) => claim.study === name);
  if (own.length === 0) return null;
  return make("ul", { class: "own-claims" }, own.map((claim) => make("li", {},
    make("p", { class: "text" }, make("b", {}, `Claim ${claim.number}. `), claim.text), makeFigures(claim))));
}
