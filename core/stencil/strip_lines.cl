// The lines of strips: rows of the image with their borders, and the sums along them.

#if STRIP

#define CACHE_LINE __attribute__((aligned(64)))

// The samples of a line on each side of the strip: whole vectors, so that the strip begins at one.
#define MARGIN ((HALO + VEC - 1) / VEC * VEC)

// Loops over single samples have few rounds; vectors of them would be much code.
#define KEEP_LOOP _Pragma("clang loop vectorize(disable) interleave(disable) unroll(disable)")

// Where registers hold a line's vectors one after the other, one instruction makes a vector that begins inside one of
// them. A load across two vectors that were stored just now would wait until both are in the cache.
#if defined(__AVX512F__) && VEC == 16 && UNROLL_TAPS && HALO <= 6 * VEC
#define SHIFTS 1
#define LANES_FROM(k) \
  k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7, k + 8, k + 9, k + 10, k + 11, k + 12, k + 13, k + 14, k + 15
#define SHIFT_CASE(k) case k: return __builtin_shufflevector(a, b, LANES_FROM(k));
#define DEFINE_SHIFTED(type)                                                              \
  INLINE __attribute__((overloadable)) type shifted(const type a, const type b, int lanes) { \
    switch (lanes) {                                                                      \
      SHIFT_CASE(1) SHIFT_CASE(2) SHIFT_CASE(3) SHIFT_CASE(4) SHIFT_CASE(5)               \
      SHIFT_CASE(6) SHIFT_CASE(7) SHIFT_CASE(8) SHIFT_CASE(9) SHIFT_CASE(10)              \
      SHIFT_CASE(11) SHIFT_CASE(12) SHIFT_CASE(13) SHIFT_CASE(14) SHIFT_CASE(15)          \
      default: return a;                                                                  \
    }                                                                                     \
  }
DEFINE_SHIFTED(PIXEL)
#else
#define SHIFTS 0
#endif

// Fills samples `begin` to before `end` of a line, by the border rule. The line begins at sample x of row y.
void fill_by_border_rule(IMAGE, ARITH *line, int begin, int end, int x, int y) {
  KEEP_LOOP for (int i = begin; i < end; ++i) line[i] = TO_ARITH(read_sample(IMAGE_ARGS, x + i, y));
}

INLINE void copy_vector(SOURCE, ARITH *to, int x, int row) {
  STORE_PIXEL(TO_PIXEL(load_samples(SOURCE_ARGS, x, row)), to);
}

// Fills a strip's line of `length` samples from sample x on, with the samples on both sides of it, of the image or of
// its border. The image's last vector may overlap the one before it.
INLINE void fill_line(IMAGE, ARITH *line, int length, int x, int y) {
  const int row = border_index(y, height), all = length + 2 * MARGIN, first = x - MARGIN;
  int begin = clamp(-first, 0, all), end = clamp(width * CHANNELS - first, begin, all);
  if (row < 0 || end - begin < VEC) begin = end = all;
  fill_by_border_rule(IMAGE_ARGS, line, MARGIN - HALO, min(begin, all - MARGIN + HALO), first, y);
  for (int i = begin; i + VEC <= end; i += VEC) copy_vector(SOURCE_ARGS, line + i, first + i, row);
  if (begin < end) copy_vector(SOURCE_ARGS, line + end - VEC, first + end - VEC, row);
  fill_by_border_rule(IMAGE_ARGS, line, end, all - MARGIN + HALO, first, y);
}

// The vectors of a line that the next vector of sums reads, without the last one.
#if SHIFTS
#define NEAR (2 * MARGIN / VEC)
#else
#define NEAR 0
#endif
#define OPEN_LINE(near, line) \
  PIXEL near[NEAR + 1];       \
  UNROLL for (int k_ = 0; k_ < NEAR; ++k_) near[k_] = LOAD_PIXEL((line) + k_ * VEC)

// Puts vector i of the sums along the line into a row of the ring.
INLINE void sum_vector(const ARITH *line, PIXEL *near, ARITH *ring, int i PARAMETERS) {
  PIXEL sums[MASKS];
  CLEAR(sums, MASKS);
#if SHIFTS
  near[NEAR] = LOAD_PIXEL(line + i + 2 * MARGIN);
  UNROLL for (int kx = 0; kx < KSIZE_X; ++kx) {
    const int from = MARGIN + (kx - RADIUS_X) * CHANNELS, first = from / VEC;
    add_pixel(sums, kx, shifted(near[first], near[min(first + 1, NEAR)], from % VEC), IS_FIRST(kx) PARAMETER_ARGS);
  }
  UNROLL for (int k = 0; k < NEAR; ++k) near[k] = near[k + 1];
#else
  UNROLL_IF_SMALL for (int kx = 0; kx < KSIZE_X; ++kx)
      add_pixel(sums, kx, LOAD_PIXEL(line + MARGIN - HALO + i + kx * CHANNELS), IS_FIRST(kx) PARAMETER_ARGS);
#endif
  UNROLL for (int mask = 0; mask < MASKS; ++mask) STORE_PIXEL(sums[mask], ring + mask * RING_ROWS * RING_WIDTH + i);
}

INLINE void sum_line(const ARITH *line, ARITH *ring, int length PARAMETERS) {
  OPEN_LINE(near, line);
  for (int i = 0; i < length; i += VEC) sum_vector(line, near, ring, i PARAMETER_ARGS);
}

#endif
