// Which pixel of the image stands for one outside it.

#define CONSTANT 0
#define REPLICATE 1
#define REFLECT 2
#define WRAP 3
#define REFLECT101 4

#ifndef BORDER
#define BORDER REFLECT101
#endif

// The coordinate in [0, n) that stands for i, however far outside it lies; -1 for a constant border. There is no loop in
// it: Mesa's llvmpipe leaves all loops of a kernel after 65535 turns, and large masks would take more.
INLINE int border_index(int i, int n) {
#if BORDER == CONSTANT
  return i < 0 || i >= n ? -1 : i;
#elif BORDER == REPLICATE
  return clamp(i, 0, n - 1);
#else
  if (i >= 0 && i < n) return i;
#if BORDER == WRAP
  return i < 0 ? n - 1 - (-1 - i) % n : i % n;
#elif BORDER == REFLECT
  const uint period = 2u * (uint)n;
  const uint place = (uint)(i < 0 ? -1 - i : i) % period;
  return (int)min(place, period - 1 - place);
#else
  const uint period = max(2u * (uint)n - 2u, 1u);
  const uint place = abs(i) % period;
  return (int)min(place, period - place);
#endif
#endif
}
