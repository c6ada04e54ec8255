// Numbers as people read them.

const exactDigits = 6;  // significant: more than any clock's resolution

// A measured value: 0.0634127, 1234.57.
function exact(value) {
  return String(Number(value.toPrecision(exactDigits)));
}

// A place on a numeric axis: whole numbers stay whole.
function wholeOrExact(value) {
  return Number.isInteger(value) ? value.toLocaleString("en") : exact(value);
}

// A tick's short form: 67.1M.
function compact(value) {
  if (Math.abs(value) < 10000) return wholeOrExact(value);
  return value.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 });
}

// The middle goes: names that differ do so at their ends.
function shorten(text, most) {
  const letters = [...text];
  const head = Math.ceil((most - 1) / 2);
  return letters.length <= most ? text : `${letters.slice(0, head).join("")}…${letters.slice(head + 1 - most).join("")}`;
}

// No two of different texts become the same.
function shortenAll(texts, most) {
  const short = texts.map((text) => shorten(text, most));
  return short.map((text, i) => {
    const alike = short.filter((other, j) => other === text && texts[j] !== texts[i]).length > 0;
    return alike ? `${shorten(texts[i], most - 4)} (${i + 1})` : text;
  });
}

const tickLine = 24;  // characters
const tickHeight = 36;  // pixels between the beginnings of neighbouring labels that a line takes, which may stand aslant

// Labels of categories, each as its lines, of which there are as many as have room: broken between words, and a word that
// no line holds wherever it must.
function ticksOf(texts) {
  const room = document.documentElement.clientWidth / texts.length;
  const most = Math.min(Math.max(Math.floor(room / tickHeight), 1), 3);
  return shortenAll(texts, tickLine * most).map((text) => (most === 1 ? [text] : broken(text)));
}

function broken(text) {
  const lines = [""];
  for (const word of text.split(" ").flatMap((one) => one.match(new RegExp(`.{1,${tickLine}}`, "gu")) ?? [])) {
    const joined = `${lines.at(-1)} ${word}`.trim();
    if (joined.length <= tickLine) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}
