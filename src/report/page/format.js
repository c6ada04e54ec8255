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

function shorten(text, most) {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}
