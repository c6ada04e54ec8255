// Making elements. Text from the data only ever becomes text nodes and attributes, never markup.

// make("button", {class: "x", onclick: f}, "text", element): attributes that are true stand alone, null and false are left out.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

// A table in a box that scrolls by itself where the screen is narrow. Cells are texts or elements.
function makeTable(caption, columns, rows, numeric = []) {
  const cell = (tag, content, i) => make(tag, { class: numeric.includes(i) ? "number" : null }, content);
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make("table", {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, columns.map((column, i) => {
        const head = cell("th", column, i);
        head.scope = "col";
        return head;
      }))),
      make("tbody", {}, rows.map((row) => make("tr", {}, row.map((content, i) => cell("td", content, i)))))));
}

function makeCheckbox(text, checked, change, name) {
  const box = make("input", { type: "checkbox", checked, "data-name": name, onchange: () => change(box.checked) });
  return make("label", { class: "check" }, box, " ", text);
}

// A pair of a list of facts.
function fact(name, ...value) {
  return [make("dt", {}, name), make("dd", {}, ...value)];
}
