// What the pointer is on, in words and with exact values: an element of the page, so that it wraps on narrow screens and
// is read out.

const tip = document.getElementById("tip");
const tipGap = 12;  // pixels between the pointer's place and the box
const mostTips = 3;  // points that lie on one another

function summaryFacts(point) {
  const unit = point.group.yAxis;
  const { median, low, high, lower_quartile: lower, upper_quartile: upper, outliers } = point.summary;
  if (point.runs.length === 1) return fact("value", `${exact(median)} ${unit}`);
  return [
    fact("median", `${exact(median)} ${unit}`),
    fact("95% interval", `${exact(low)} to ${exact(high)} ${unit}`),
    fact("quartiles", `${exact(lower)} to ${exact(upper)} ${unit}`),
    fact("runs", `${point.runs.length}${outliers.length > 0 ? `, ${count(outliers.length, "outlier")}` : ""}`),
  ].flat();
}

function tipOf(point) {
  const hint = make("p", { class: "hint" }, point.source ? "Click for the kernel and all runs" : "Click for all runs");
  return [
    make("p", { class: "name" }, makeSwatch(point.line), " ", point.line.label),
    make("dl", {}, fact(point.group.xAxis || "at", point.place), summaryFacts(point)),
    point.how ? make("p", { class: "how" }, point.how) : null,
    hint,
  ];
}

function placeTip(left, top) {
  const { width, height } = tip.getBoundingClientRect();
  const right = document.documentElement.clientWidth - width - 4;
  const above = top - height - tipGap;
  const below = Math.min(top + tipGap, document.documentElement.clientHeight - height - 4);
  tip.style.left = `${Math.max(4, Math.min(left - width / 2, right))}px`;
  tip.style.top = `${Math.max(4, above >= 4 ? above : below)}px`;
}

function showTip(points, left, top) {
  tip.replaceChildren(...points.slice(0, mostTips).flatMap(tipOf).filter((part) => part));
  tip.hidden = false;
  placeTip(left, top);
}

function hideTip() {
  tip.hidden = true;
}

// Chart.js calls it with each move of the pointer.
function chartTip({ chart, tooltip }) {
  if (tooltip.opacity === 0 || !tooltip.dataPoints?.length) return hideTip();
  const box = chart.canvas.getBoundingClientRect();
  const points = tooltip.dataPoints.map((hit) => hit.dataset.points[hit.dataIndex]);
  return showTip(points, box.left + tooltip.caretX, box.top + tooltip.caretY);
}

addEventListener("scroll", hideTip, { passive: true });
addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});
