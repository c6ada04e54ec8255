// What lies outside a row.

#ifndef BORDER_RULE
#define BORDER_RULE 0  // as Border's numbers
#endif

// Which of a row's n elements stands for the i-th; -1 for the constant. There is no loop: Mesa's llvmpipe ends loops
// after 65535 rounds.
long element_for(const long i, const long n) {
  if (i >= 0 && i < n) return i;
#if BORDER_RULE == 1
  return clamp(i, 0L, n - 1);
#elif BORDER_RULE == 2
  const ulong period = 2 * (ulong)n, place = (ulong)(i < 0 ? -1 - i : i) % period;
  return (long)min(place, period - 1 - place);
#elif BORDER_RULE == 3
  return i < 0 ? n - 1 - (-1 - i) % n : i % n;
#elif BORDER_RULE == 4
  const ulong period = max(2 * (ulong)n - 2, 1UL), place = (ulong)(i < 0 ? -i : i) % period;
  return (long)min(place, period - place);
#else
  return -1;
#endif
}
