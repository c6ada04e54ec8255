// Legends are buttons, so that they can be reached without a pointer.

// How the lines of a device are drawn, where there are several.
function makeDash(device) {
  return make("span", { class: "dash", "aria-hidden": "true" }, device > 0 ? "╍╍" : "━━");
}

const fewLines = 6;  // more get buttons that show all or none

function makeLineButton(line, state, changed) {
  const element = make("button", {
    type: "button", class: "line", "data-line": line.label, "aria-label": `${line.label}: shown`, title: "Hide or show this line",
    onclick: () => {
      state.hidden.has(line) ? state.hidden.delete(line) : state.hidden.add(line);
      changed();
    },
  },
  makeSwatch(line),
  ` ${line.name}`);
  return { line, element };
}

function makeAllOrNone(group, state, changed) {
  const button = (text, hidden) => make("button", {
    type: "button", class: "line all",
    onclick: () => {
      state.hidden = new Set(hidden);
      changed();
    },
  }, text);
  return make("div", { class: "row" }, button("Show all", []), button("Hide all", group.lines));
}

// A button for each line, which hides and shows it. With several devices, a row for each.
function makeLegend(group, state, changed) {
  const say = () => {
    for (const { line, element } of buttons) element.setAttribute("aria-pressed", String(!state.hidden.has(line)));
  };
  const act = () => {
    say();
    changed();
  };
  const buttons = group.lines.map((line) => makeLineButton(line, state, act));
  const rows = data.labels.map((label, device) => {
    const own = buttons.filter(({ line }) => line.device === device).map(({ element }) => element);
    const name = severalDevices ? make("span", { class: "device" }, makeDash(device), label) : null;
    return own.length > 0 ? make("div", { class: "row" }, name, own) : null;
  });
  say();
  return make("div", { class: "legend", role: "group", "aria-label": "Lines" }, rows,
    group.lines.length > fewLines ? makeAllOrNone(group, state, act) : null);
}
