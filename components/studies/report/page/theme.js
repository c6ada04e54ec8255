// Light and dark: the system's choice until the reader makes one. Charts are drawn anew when it changes.

const pointShapes = [["circle", "●"], ["triangle", "▲"], ["rect", "■"], ["rectRot", "◆"]];
const themed = new Set();  // functions that draw what does not take its colours from the style

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// A second sign beside the colour, for who cannot tell colours apart.
function pointShape(style) {
  return pointShapes[style % pointShapes.length];
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  setChartDefaults();
  for (const draw of themed) draw();
}

function setChartDefaults() {
  Chart.defaults.color = colour("--ink-soft");
  Chart.defaults.borderColor = colour("--rule");
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 12;
  Chart.defaults.animation = false;
  Chart.defaults.locale = "en";
  Chart.defaults.maintainAspectRatio = false;
}

function makeThemeButton() {
  const button = make("button", { type: "button", id: "theme", class: "plain" });
  const say = () => {
    const other = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    button.textContent = other === "dark" ? "☾ Dark" : "☀ Light";
    button.setAttribute("aria-label", `Switch to the ${other} theme`);
    button.onclick = () => {
      setTheme(other);
      say();
    };
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
    setTheme(event.matches ? "dark" : "light");
    say();
  });
  say();
  return button;
}

// Paper is light, and has no room that scrolls.
function followPrinting() {
  let before = null;
  addEventListener("beforeprint", () => {
    before = document.documentElement.dataset.theme;
    setTheme("light");
    for (const draw of nearing) draw();
  });
  addEventListener("afterprint", () => setTheme(before));
}
