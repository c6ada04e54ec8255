// The numbers of a box plot, made of a point's runs as lenslet::summarize() makes them.

const tail = 0.025;  // outside the 95% interval, on each side
const whiskerReach = 1.5;  // times the box's height

function quantile(ascending, fraction) {
  const place = fraction * (ascending.length - 1);
  const below = Math.floor(place);
  const low = ascending[below], high = ascending[Math.min(below + 1, ascending.length - 1)];
  return Math.min(low + (place - below) * (high - low), high);
}

// How many runs may lie below the median's interval: the largest number such that at most so many of n fair coins show
// heads with no more than the tail's probability. Terms are logarithms: 2^-n is 0 from 1075 runs on.
function runsOutside(n) {
  let outside = 0;
  let term = -n * Math.LN2;
  for (let k = 0, sum = Math.exp(term); k < n && sum <= tail; ++k, sum += Math.exp(term)) {
    outside = k;
    term += Math.log((n - k) / (k + 1));
  }
  return outside;
}

function summarize(runs) {
  const all = [...runs].sort((a, b) => a - b);
  const [lower, median, upper] = [0.25, 0.5, 0.75].map((fraction) => quantile(all, fraction));
  const reach = whiskerReach * (upper - lower);
  const isInside = (value) => value >= lower - reach && value <= upper + reach;
  const inside = all.filter(isInside);
  const outside = runsOutside(all.length);
  return {
    median, lower_quartile: lower, upper_quartile: upper, low: all[outside], high: all[all.length - 1 - outside],
    low_whisker: inside[0], high_whisker: inside[inside.length - 1], outliers: all.filter((value) => !isInside(value)),
  };
}
