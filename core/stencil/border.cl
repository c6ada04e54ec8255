// The border rule: which pixel of the image stands for one outside it.

#define CONSTANT 0
#define REPLICATE 1
#define REFLECT 2
#define WRAP 3
#define REFLECT101 4
#define CENTRE 5  // windows put their own centre in place of pixels outside, see border_path.cl and others.cl

#ifndef BORDER
#define BORDER REFLECT101
#endif

// No read is further outside the image than REACH. REACH is the windows' radii plus what a block has beyond the image's
// end: at most a vector, or the 16 rows of a work-item. any_reach.cl has another.
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#ifndef REACH
#define REACH (LARGER(RADIUS_X, RADIUS_Y) + LARGER(PRODUCER_RADIUS_X, PRODUCER_RADIUS_Y) + LARGER(VEC, 16))
#endif

#if BORDER != CONSTANT && BORDER != REPLICATE && BORDER != CENTRE
// The coordinate in [0, n) that stands for i, which lies less than n outside.
INLINE int border_index_near(int i, int n) {
#if BORDER == WRAP
  return i < 0 ? i + n : i < n ? i : i - n;
#elif BORDER == REFLECT
  const int place = i < 0 ? -1 - i : i;
  return min(place, 2 * n - 1 - place);
#else
  const int place = (int)abs(i);
  return min(place, 2 * n - 2 - place);
#endif
}

// The coordinate in [0, n) that stands for i, however far outside i lies. The function has no loop: Mesa's llvmpipe
// leaves all loops of a kernel after 65535 turns, and large masks would take more.
INLINE int border_index_far(int i, int n) {
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
}
#endif

// The coordinate in [0, n) that stands for i; -1 for a constant border. All work-items take the same path: GPUs are
// slow where neighbours take different ones.
INLINE int border_index(int i, int n) {
#if BORDER == CONSTANT
  return i < 0 || i >= n ? -1 : i;
#elif BORDER == REPLICATE || BORDER == CENTRE
  return clamp(i, 0, n - 1);
#else
  return n > REACH ? border_index_near(i, n) : border_index_far(i, n);
#endif
}
