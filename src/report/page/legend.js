// Legends are buttons, so that they can be reached without a pointer.

// How the lines of a device are drawn, where there are several.
function makeDash(device) {
  return make("span", { class: "dash", "aria-hidden": "true" }, device > 0 ? "╍╍" : "━━");
}

// A button for each line, which hides and shows it. With several devices, a row for each.
function makeLegend(group, state, changed) {
  const button = (line) => {
    const shown = () => !state.hidden.has(line);
    const element = make("button", {
      type: "button", class: "line", "aria-pressed": String(shown()), "data-line": line.label,
      "aria-label": `${line.label}: shown`, title: "Hide or show this line",
      onclick: () => {
        shown() ? state.hidden.add(line) : state.hidden.delete(line);
        element.setAttribute("aria-pressed", String(shown()));
        changed();
      },
    },
    make("span", { class: "swatch", "aria-hidden": "true", style: `color: var(--line-${line.style % lineColours})` },
      pointShape(line.style)[1]),
    ` ${line.name}`);
    return element;
  };
  const rows = data.labels
    .map((label, device) => ({ label, lines: group.lines.filter((line) => line.device === device) }))
    .filter((row) => row.lines.length > 0);
  return make("div", { class: "legend", role: "group", "aria-label": "Lines" },
    rows.map(({ label, lines }) => make("div", { class: "row" },
      severalDevices ? make("span", { class: "device" }, makeDash(data.labels.indexOf(label)), label) : null, lines.map(button))));
}
