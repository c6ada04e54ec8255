// Compares a small picture with every place of an image. Both become planes of f32, or of pairs of i16, first, from which
// a level near the picture's mean is subtracted where that does not change the result: what is summed is small then. A
// work-item has ROWS rows of SPANS vectors of places: a vector of the image that it loads serves all of them. Sums of up
// to LONGEST terms are f32 or i32, and exact for bytes; these sums are added in f64. A sample that is no finite number is
// NaN in the planes, so that the sums of its windows are NaN, and no other sum is.

#ifndef METHOD
#define METHOD CCORR
#define NORMED 0
#define ROWS 4
#define SPANS 1
#define COLUMNS 64  // samples of a work-item that makes planes
#define PAIRS 0
#endif
#define SPAN (GROUP * VEC)  // distance of a work-item's vectors, in samples
#define SQDIFF 1
#define CCORR 2
#define CCOEFF 3
#define NEEDS_SUMS (METHOD == CCOEFF || (METHOD == SQDIFF && NORMED))
#define NEEDS_SQUARES (METHOD == SQDIFF || NORMED)

#if PAIRS  // a factor is two neighbours, i16, and no picture is wider than the longest sum
#define STEP 2
#define SUM int
#define LONGEST 32768
#else
#define STEP 1
#define SUM float
#define LONGEST 256
#endif
#define SUMS VECTOR(SUM)
#define MAY_BE_NAN (TYPE >= F16)

#ifdef cl_khr_fp64
typedef VECTOR(double) DOUBLES;

// What is known of the picture. Of each channel: its mean above the level, and the level.
#define MEAN(c) stats[2 * (c)]
#define LEVEL(c) stats[2 * (c) + 1]
#define SQUARES stats[2 * CHANNELS]         // sum of the squares above the level
#define ALL_SQUARES stats[2 * CHANNELS + 1] // the same of the samples
#define SPREAD stats[2 * CHANNELS + 2]      // sum of the squared distances from the mean

GROUP_TREE(sum_of_group, double, PLUS, 1)

INLINE double sum_for_all(const double own, __local double *values) {
  const double sum = sum_of_group(own, values);
  if (get_local_id(0) == 0) values[0] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  const double result = values[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return result;
}

// One group measures the picture. Integers have a whole level, so that differences from it stay whole.
__kernel void measure_picture(IMAGE_IN(picture), __global double *restrict stats) {
  __local double values[GROUP];
  const int pixels = picture_width * picture_height, id = get_local_id(0);
  double squares = 0, all_squares = 0, spread = 0;
  for (int c = 0; c < CHANNELS; ++c) {
    double own = 0, own_squares = 0, own_all = 0, own_spread = 0;
    for (int i = id; i < pixels; i += GROUP)
      own += LOAD_ONE(ROW(picture, i / picture_width), (long)(i % picture_width) * CHANNELS + c);
    const double mean = sum_for_all(own, values) / pixels;
    const double level = METHOD == CCORR ? 0 : TYPE < F16 ? rint(mean) : (double)(float)mean;
    for (int i = id; i < pixels; i += GROUP) {
      const double v = LOAD_ONE(ROW(picture, i / picture_width), (long)(i % picture_width) * CHANNELS + c);
      own_squares += (v - level) * (v - level);
      own_all += v * v;
      own_spread += (v - mean) * (v - mean);
    }
    squares += sum_for_all(own_squares, values);
    all_squares += sum_for_all(own_all, values);
    spread += sum_for_all(own_spread, values);
    if (id > 0) continue;
    MEAN(c) = mean - level;
    LEVEL(c) = level;
  }
  if (id > 0) return;
  SQUARES = squares;
  ALL_SQUARES = all_squares;
  SPREAD = spread;
}

// What a sample, or also the next of its row, is above its channel's level.
INLINE SUM above(__global const ELEMENT *row, const int x, const int width, const int channel, const float level) {
#if PAIRS
  const int v = row[(long)x * CHANNELS + channel] - (int)level;
  const int next = x + 1 < width ? row[(long)(x + 1) * CHANNELS + channel] - (int)level : 0;
  return (v & 0xffff) | next << 16;
#else
  const float distance = LOAD_ONE(row, (long)x * CHANNELS + channel) - level;
#if MAY_BE_NAN
  return isfinite(distance) ? distance : NAN;
#else
  return distance;
#endif
#endif
}

// Makes the picture's columns: channel by channel, each column from its last row to its first, with ROWS - 1 zeros in
// front and behind.
__kernel void make_columns(IMAGE_IN(picture), __global const double *restrict stats, __global SUM *restrict columns) {
  const int steps = DIVIDE_UP(picture_width, STEP), pitch = picture_height + 2 * (ROWS - 1);
  const int x = get_global_id(0) % steps * STEP, c = get_global_id(0) / steps;
  if (c >= CHANNELS) return;
  __global SUM *to = columns + (long)get_global_id(0) * pitch;
  for (int i = 0; i < pitch; ++i) {
    const int y = i - (ROWS - 1);
    const bool is_inside = y >= 0 && y < picture_height;
    to[i] = is_inside ? above(ROW(picture, y), x, picture_width, c, LEVEL(c)) : (SUM)0;
  }
}

// Makes planes of the part of the image whose first pixel is (left, top); their rows have zeros behind them.
__kernel void make_planes(IMAGE_IN(image), __global const double *restrict stats, __global SUM *restrict planes,
                          const int pitch, const int left, const int top, const int width, const int height) {
  const int y = get_global_id(1), first = get_global_id(0) * COLUMNS, end = min(first + COLUMNS, pitch);
  __global const ELEMENT *row = ROW(image, top + y) + (long)left * CHANNELS;
  for (int c = 0; c < CHANNELS; ++c) {
    __global SUM *to = planes + ((long)c * height + y) * pitch;
    const float level = LEVEL(c);
    const int inside = max(first, min(end, width));
    for (int x = first; x < inside; ++x) to[x] = above(row, x, width, c, level);
    for (int x = inside; x < end; ++x) to[x] = 0;
  }
}

#if PAIRS
// Makes the sums of the samples, and of their squares, of each place's row of a window.
__kernel void sum_rows(__global const int *restrict planes, __global int *restrict row_sums, const int pitch,
                       const int rows, const int width, const int picture_width) {
  const int y = get_global_id(0);
  if (y >= rows) return;
  __global const int *plane = planes + (long)y * pitch;
  __global int *sums = row_sums + (long)y * pitch, *squares = sums + (long)rows * pitch;
  int sum = 0, square = 0;
  for (int x = 0; x < picture_width; ++x) {
    const int v = (short)plane[x];
    sum += v;
    square += v * v;
  }
  for (int x = 0; x <= width - picture_width; ++x) {
    sums[x] = sum;
    squares[x] = square;
    const int gone = (short)plane[x], come = (short)plane[x + picture_width];  // 0 behind the row
    sum += come - gone;
    square += (come - gone) * (come + gone);
  }
}
#endif

typedef SUMS LOOSE_SUMS __attribute__((aligned(4)));  // at any sample
#define PLANE_AT(p) (*(__global const LOOSE_SUMS *)(p))
#if VEC == 1
#define TO_DOUBLES(v) ((double)(v))
#else
#define TO_DOUBLES(v) CONVERT(double, v)
#endif

// Sums of a window. Those of f32 or i32 are of a part of it.
typedef struct {
  SUMS product, sum, squares;
} Part;
typedef struct {
  DOUBLES product, sum, squares;
} Window;

INLINE void add_part(Window *window, Part *part) {
  window->product += TO_DOUBLES(part->product);
  part->product = 0;
#if NEEDS_SUMS
  window->sum += TO_DOUBLES(part->sum);
  part->sum = 0;
#endif
#if NEEDS_SQUARES
  window->squares += TO_DOUBLES(part->squares);
  part->squares = 0;
#endif
}

// What is left of all channels.
typedef struct {
  DOUBLES product, squares, all_squares, means;
} Score;

INLINE void add_channel(Score *score, const Window *window, const double mean, const double level, const double pixels) {
  score->product += window->product - (METHOD == CCOEFF ? mean : 0.0) * window->sum;
#if NEEDS_SQUARES
  score->squares += window->squares;
  score->all_squares += window->squares + (METHOD == CCORR ? 0.0 : level) * (2 * window->sum + level * pixels);
#endif
#if METHOD == CCOEFF
  score->means += window->sum * window->sum / pixels;
#endif
}

INLINE DOUBLES not_below_0(const DOUBLES v) { return v < 0 ? (DOUBLES)0.0 : v; }  // and NaN, which fmax() would lose

// As OpenCV: where the window is flat, nothing can be said. NaN where a sum is no finite number.
INLINE DOUBLES score_of(const Score score, __global const double *stats) {
#if METHOD == SQDIFF
  const DOUBLES value = not_below_0(score.squares - 2 * score.product + SQUARES);
#else
  const DOUBLES value = score.product;
#endif
#if !NORMED
  return value;
#else
  const DOUBLES spread = METHOD == CCOEFF ? not_below_0(score.squares - score.means) : score.all_squares;
  const DOUBLES flat = fmin((DOUBLES)0.5, 10 * (double)FLT_EPSILON * score.all_squares);
  DOUBLES norm = sqrt(spread) * sqrt(METHOD == CCOEFF ? SPREAD : ALL_SQUARES);
  const DOUBLES unknown = (value - value) + (norm - norm);  // 0 or NaN
  norm = spread <= flat ? (DOUBLES)0.0 : norm;
  const DOUBLES size = fabs(value), one = value > 0 ? (DOUBLES)1.0 : (DOUBLES)-1.0;
  const DOUBLES near = size < norm * 1.125 ? one : (DOUBLES)(METHOD == SQDIFF ? 1.0 : 0.0);
  return (size < norm ? value / norm : near) + unknown;
#endif
}

// Adds products of factors. x86 has an instruction for those of pairs.
INLINE SUMS add_products(const SUMS a, const SUMS b, const SUMS sums) {
#if !PAIRS
  return MULTIPLY_ADD(a, b, sums);
#elif defined(__AVX512BW__) && VEC == 16
  typedef short Halves __attribute__((ext_vector_type(32)));
  const Halves in_a = __builtin_astype(a, Halves), in_b = __builtin_astype(b, Halves);
  return sums + __builtin_astype(__builtin_ia32_pmaddwd512(in_a, in_b), int16);
#elif defined(__AVX2__) && VEC == 16
  return sums + (int16)(as_int8(__builtin_ia32_pmaddwd256(as_short16(a.lo), as_short16(b.lo))),
                        as_int8(__builtin_ia32_pmaddwd256(as_short16(a.hi), as_short16(b.hi))));
#elif defined(__AVX2__) && VEC == 8
  return sums + as_int8(__builtin_ia32_pmaddwd256(as_short16(a), as_short16(b)));
#else
  return sums + (a << 16 >> 16) * (b << 16 >> 16) + (a >> 16) * (b >> 16);
#endif
}

// Adds a row of the image to the windows that it belongs to. The picture has its columns from `first` to `end`.
INLINE void add_row(Part parts[ROWS][SPANS], __global const SUM *row, __global const SUM *columns, const int pitch,
                    const int first, const int end, const int y, const int height, __global const SUM *row_sums,
                    __global const SUM *row_squares) {
  SUMS products[ROWS][SPANS], sums[SPANS], squares[SPANS];
#pragma unroll
  for (int s = 0; s < SPANS; ++s) {
#if PAIRS
    sums[s] = PLANE_AT(row_sums + s * SPAN);
    squares[s] = PLANE_AT(row_squares + s * SPAN);
#else
    sums[s] = squares[s] = 0;
#endif
#pragma unroll
    for (int r = 0; r < ROWS; ++r) products[r][s] = parts[r][s].product;
  }
  for (int i = first; i < end; i += STEP) {
    __global const SUM *factors = columns + (long)(i / STEP) * pitch + y + ROWS - 1;
    SUMS v[SPANS];
#pragma unroll
    for (int s = 0; s < SPANS; ++s) {
      v[s] = PLANE_AT(row + i + s * SPAN);
#if NEEDS_SUMS && !PAIRS
      sums[s] += v[s];
#endif
#if NEEDS_SQUARES && !PAIRS
      squares[s] = MULTIPLY_ADD(v[s], v[s], squares[s]);
#endif
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
      for (int s = 0; s < SPANS; ++s) products[r][s] = add_products((SUMS)factors[-r], v[s], products[r][s]);
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
#pragma unroll
    for (int s = 0; s < SPANS; ++s) {
      const bool is_seen = y >= r && y - r < height;
      if (!MAY_BE_NAN || is_seen) parts[r][s].product = products[r][s];  // NaN times the columns' zeros is NaN
      parts[r][s].sum += is_seen ? sums[s] : (SUMS)0;
      parts[r][s].squares += is_seen ? squares[s] : (SUMS)0;
    }
}

// A work-item's rows begin at multiples of ROWS of the whole result, `spare` rows over the part's first: where sums are
// cut into parts depends on the row in the work-item, and results must not depend on the part.
__kernel void match(__global const SUM *restrict planes, __global const SUM *restrict all_columns,
                    __global const double *restrict stats, __global const SUM *restrict row_sums, const int pitch,
                    const int image_height, const int width, const int height, const int spare, IMAGE_OF(float, out)) {
  const int left = ((int)get_group_id(0) * GROUP * SPANS + (int)get_local_id(0)) * VEC;
  const int top = (int)get_global_id(1) * ROWS - spare;
  const int column_pitch = height + 2 * (ROWS - 1);
  Score scores[ROWS][SPANS];
  for (int r = 0; r < ROWS; ++r)
    for (int s = 0; s < SPANS; ++s)
      scores[r][s].product = scores[r][s].squares = scores[r][s].all_squares = scores[r][s].means = 0;
  for (int c = 0; c < CHANNELS; ++c) {
    __global const SUM *plane = planes + (long)c * image_height * pitch + left;
    __global const SUM *sums = row_sums + (long)c * image_height * pitch + left;
    __global const SUM *squares = sums + (long)CHANNELS * image_height * pitch;
    __global const SUM *columns = all_columns + (long)c * DIVIDE_UP(width, STEP) * column_pitch;
    Window windows[ROWS][SPANS];
    Part parts[ROWS][SPANS];
    for (int r = 0; r < ROWS; ++r)
      for (int s = 0; s < SPANS; ++s) {
        windows[r][s].product = windows[r][s].sum = windows[r][s].squares = 0;
        parts[r][s].product = parts[r][s].sum = parts[r][s].squares = 0;
      }
    for (int first = 0; first < width; first += LONGEST) {
      const int end = min(first + LONGEST, width);
      int terms = 0;
      for (int y = 0; y < height + ROWS - 1; ++y) {
        terms += end - first;
        const long row = (long)clamp(top + y, 0, image_height - 1) * pitch;
        add_row(parts, plane + row, columns, column_pitch, first, end, y, height, sums + row, squares + row);
        if (terms + end - first <= LONGEST && y < height + ROWS - 2) continue;
        terms = 0;
        for (int r = 0; r < ROWS; ++r)
          for (int s = 0; s < SPANS; ++s) add_part(&windows[r][s], &parts[r][s]);
      }
    }
    for (int r = 0; r < ROWS; ++r)
      for (int s = 0; s < SPANS; ++s)
        add_channel(&scores[r][s], &windows[r][s], MEAN(c), LEVEL(c), (double)width * height);
  }
  for (int r = max(0, -top); r < ROWS && top + r < out_height; ++r)
    for (int s = 0; s < SPANS; ++s) {
      float lanes[VEC];
      const DOUBLES score = score_of(scores[r][s], stats);
      KEEP(CONVERT(float, score), lanes);
      for (int lane = 0; lane < VEC; ++lane) {
        const int x = left + s * SPAN + lane;
        if (x < out_width) ROW(out, top + r)[x] = METHOD == CCOEFF && NORMED && SPREAD < DBL_EPSILON ? 1.0f : lanes[lane];
      }
    }
}
#endif
