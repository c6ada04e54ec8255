// A colour for each line of each device, which no other has: hues for the lines, shades of them for the devices.

// Hue, saturation and lightness on a light page; neighbours in the list are far apart.
const hues = [
  [212, 90, 41], [20, 90, 40], [142, 72, 29], [338, 68, 44], [265, 70, 52], [188, 90, 28], [44, 95, 28], [0, 75, 35], [300, 65, 38],
  [85, 75, 24], [232, 45, 60], [215, 15, 42],
];
const hueStep = 15;  // from one round of all hues to the next
const lightShades = [0, 17, -14, 25], darkShades = [28, 13, 40, 3];  // lightness that is added, by device
const inks = new Set();
const inkSheet = document.head.appendChild(make("style")).sheet;

function ink(style, device, shades) {
  const round = Math.floor(style / hues.length);
  const [hue, saturation, lightness] = hues[style % hues.length];
  const shade = lightness + shades[device % shades.length];
  return `hsl(${(hue + hueStep * round + 4 * device) % 360}, ${saturation}%, ${Math.min(Math.max(shade, 15), 88)}%)`;
}

// The name of a property of the style, which holds the colour of the theme at hand.
function inkName(style, device) {
  const name = `--line-${style}-${device}`;
  if (!inks.has(name)) {
    inks.add(name);
    inkSheet.insertRule(`:root { ${name}: ${ink(style, device, lightShades)}; }`);
    inkSheet.insertRule(`:root[data-theme="dark"] { ${name}: ${ink(style, device, darkShades)}; }`);
  }
  return name;
}

function lineColour(line) {
  return colour(inkName(line.style, line.device));
}

function makeSwatch(line) {
  return make("span", { class: "swatch", "aria-hidden": "true", style: `color: var(${inkName(line.style, line.device)})` },
    pointShape(line.style)[1]);
}
