// The warp of CPUs: VEC neighbours of a row at a time, by vectors.

// The bits that any lane has. any() and all() of PoCL 3.1 ask one lane after the other.
INLINE uint bits_of_any(const UINTS v) {
#if VEC == 16
  const uint8 eight = v.lo | v.hi;
  const uint4 four = eight.lo | eight.hi;
#elif VEC == 8
  const uint4 four = v.lo | v.hi;
#elif VEC == 4
  const uint4 four = v;
#endif
#if VEC == 1
  return v;
#elif VEC == 2
  return v.x | v.y;
#else
  return four.x | four.y | (four.z | four.w);
#endif
}

#if PLACES == TABLE
#define PLACES_AT(x, y, count) places_of(table_at(ROW(map_x, y) + (x), count), table_at(ROW(map_y, y) + (x), count))

// The table ends where the image does. A CPU's prefetchers do not follow the short rows of a work-item: those of the next
// group are fetched.
INLINE FLOATS table_at(__global const float *from, const int count) {
  typedef FLOATS LOOSE_FLOATS __attribute__((aligned(4)));
#ifdef PREFETCH_GLOBAL
  PREFETCH_GLOBAL(from + get_local_size(0) * VEC);
#endif
  if (count == VEC) return *(__global const LOOSE_FLOATS *)from;
  float values[VEC];
  for (int i = 0; i < VEC; ++i) values[i] = from[min(i, count - 1)];
  return KEPT(values);
}
#else
#define PLACES_AT(x, y, count) places_at(numbers, left + (x), top + (y))

INLINE LONGS forms(__constant long *by, const int x, const int y) {
  return JOIN(as_, LONGS)((VECTOR(ulong))form(by, x, y) + (ulong)by[0] * CONVERT(ulong, LANES_UPWARD));
}

#if PLACES == AFFINE
INLINE Places places_at(__constant long *numbers, const int x, const int y) {
  return places_from(forms(numbers, x, y), forms(numbers + 3, x, y), 32);
}
#elif DOUBLES
// `doubt` gets bits where the quotient may be one off, or is out of range: it is off by less than two units of 2^-20.
INLINE UINTS near_quotient(const LONGS number, const VECTOR(double) reciprocal, UINTS *doubt) {
  const VECTOR(double) sum = MULTIPLY_ADD(CONVERT(double, number), reciprocal, (VECTOR(double))RAISED);
  const VECTOR(ulong) bits = JOIN(as_, VECTOR(ulong))(sum);
  const UINTS low = CONVERT(uint, bits), high = CONVERT(uint, bits >> 32);
  *doubt |= (high >> 20) ^ RAISED_EXPONENT;
  *doubt |= JOIN(as_, UINTS)((low << 12) + SPARE < (UINTS)(2 * SPARE));
  return CONVERT(uint, bits >> 20) ^ 0x80000000u;
}

INLINE Places places_at(__constant long *numbers, const int x, const int y) {
  const LONGS across = forms(numbers, x, y), down = forms(numbers + 3, x, y);
  const LONGS divisor = forms(numbers + 6, x, y) >> DIVISOR_SHIFT;
  const VECTOR(double) reciprocal = 1.0 / CONVERT(double, divisor);
  UINTS doubt = 0;
  const UINTS x_at = near_quotient(across, reciprocal, &doubt), y_at = near_quotient(down, reciprocal, &doubt);
  if (bits_of_any(doubt) != 0) return exact_places(across, down, divisor);
  Places places;
  places.x = JOIN(as_, INTS)(x_at) >> QUOTIENT_BITS;
  places.y = JOIN(as_, INTS)(y_at) >> QUOTIENT_BITS;
  places.right = x_at << (32 - QUOTIENT_BITS);
  places.below = y_at << (32 - QUOTIENT_BITS);
  return places;
}
#else
INLINE Places places_at(__constant long *numbers, const int x, const int y) {
  return exact_places(forms(numbers, x, y), forms(numbers + 3, x, y), forms(numbers + 6, x, y) >> DIVISOR_SHIFT);
}
#endif
#endif

// A run of neighbours: the first pixels that they need, and the weights of TAPS pixels across and down.
typedef struct {
  INTS x, y;
  FLOATS across[TAPS], down[TAPS];
} Run;

// The same lane by lane. Vectors that are stored and loaded as arrays would be split by PoCL 3.1.
typedef union {
  FLOATS all;
  float at[VEC];
} FloatLanes;
typedef union {
  INTS all;
  int at[VEC];
} IntLanes;
typedef union {
  VECTOR(OFFSET) all;
  OFFSET at[VEC];
} Offsets;
typedef struct {
  FloatLanes across[TAPS], down[TAPS];
} Weights;

#define LAST_LANE JOIN(s, JOIN(LAST_, VEC))
#define LAST_2 1
#define LAST_4 3
#define LAST_8 7
#define LAST_16 f

INLINE Run run_of(const Places places) {
  Run run;
  run.x = FIRST_OF(places.x, places.right);
  run.y = FIRST_OF(places.y, places.below);
  weights_of(places.right, run.across);
  weights_of(places.below, run.down);
  return run;
}

INLINE Weights by_lanes(const Run *run) {
  Weights weights;
#pragma unroll
  for (int k = 0; k < TAPS; ++k) {
    weights.across[k].all = run->across[k];
    weights.down[k].all = run->down[k];
  }
  return weights;
}

// As bits_of(). Between samples nothing leaves their range.
INLINE VECTOR(BITS) bits_of_sum(const FLOATS v) {
#if TAPS == 2 && (TYPE == U8 || TYPE == U16)
  return CONVERT(BITS, JOIN(as_, UINTS)(v + 8388608.0f));
#else
  return bits_of(v);
#endif
}

// Runs that need no border. `lanes` says where the lanes' first pixels are.
#define WIDE (CHANNELS == 3)  // 1: a pixel is loaded and stored with the sample behind it
#define BY_SAMPLES (CHANNELS == 1 || (TYPE == U8 && TAPS > 1))  // 1: vectors of one sample of all lanes
#define ROW_SAMPLES (TAPS * CHANNELS)
#define QUADS (TYPE == U8 && ROW_SAMPLES > 2)  // 1: four samples are one load, not two

#if BY_SAMPLES && TAPS > 1
// Neighbours are one load, of a vector: numbers LLVM would gather, by an instruction that takes longer. Four bytes are
// put together with others in half the instructions that two times two take.
#if QUADS
#define TOGETHER 4
#define WORD uint
#elif TYPE == U8
#define TOGETHER 2
#define WORD ushort
#elif TYPE == F32
#define TOGETHER 2
#define WORD ulong
#else
#define TOGETHER 2
#define WORD uint
#endif
#define BITS_OF(n) JOIN(BITS, n)
typedef BITS_OF(TOGETHER) LOOSE_PART __attribute__((aligned(sizeof(BITS))));
#define PARTS_1(i) (*(__global const LOOSE_PART *)(image + lanes->at[i]))
#if QUADS
#define PARTS_2(i) (uchar8)(PARTS_1(i), PARTS_1((i) + 1))
#define PARTS_4(i) (uchar16)(PARTS_2(i), PARTS_2((i) + 2))
#define WORDS_8(i) (uint8)(as_uint4(PARTS_4(i)), as_uint4(PARTS_4((i) + 4)))
#else
#define PARTS_2(i) (BITS_OF(4))(PARTS_1(i), PARTS_1((i) + 1))
#define PARTS_4(i) (BITS_OF(8))(PARTS_2(i), PARTS_2((i) + 2))
#define PARTS_8(i) (BITS_OF(16))(PARTS_4(i), PARTS_4((i) + 4))
#define WORDS_8(i) JOIN(as_, JOIN(WORD, 8))(PARTS_8(i))
#endif

INLINE FLOATS sample_of(const VECTOR(WORD) words, const int i) {
#if TYPE == F32
  return JOIN(as_, FLOATS)(CONVERT(uint, words >> (WORD)(32 * i)));
#elif TYPE == U8 || TYPE == U16
  const VECTOR(WORD) moved = words >> (WORD)(8 * (int)sizeof(BITS) * i);
  return CONVERT(float, CONVERT(int, i == TOGETHER - 1 ? moved : moved & (WORD)MOST));
#else
  return floats_of(CONVERT(ushort, words >> (WORD)(16 * i)));
#endif
}

INLINE void load_row(__global const ELEMENT *at, const Offsets *lanes, FLOATS *samples) {
#pragma unroll
  for (int k = 0; k < ROW_SAMPLES; k += TOGETHER) {
    __global const ELEMENT *image = at + k;
#if VEC == 16
    const VECTOR(WORD) words = (VECTOR(WORD))(WORDS_8(0), WORDS_8(8));
#elif VEC == 8
    const VECTOR(WORD) words = WORDS_8(0);
#else
    const VECTOR(WORD) words = JOIN(as_, VECTOR(WORD))(JOIN(PARTS_, VEC)(0));
#endif
#pragma unroll
    for (int i = 0; i < TOGETHER && k + i < ROW_SAMPLES; ++i) samples[k + i] = sample_of(words, i);
  }
}
#elif BY_SAMPLES
INLINE VECTOR(BITS) bits_at(__global const ELEMENT *image, const Offsets *lanes) {
  union {
    VECTOR(BITS) all;
    BITS at[VEC];
  } bits;
#pragma unroll
  for (int i = 0; i < VEC; ++i) bits.at[i] = ((__global const BITS *)image)[lanes->at[i]];
  return bits.all;
}
#endif

#if BY_SAMPLES && TAPS == 1
INLINE void store_run(const Source *source, const Run *run, const Offsets *lanes, __global ELEMENT *to,
                      const bool aligned) {
  store_bits(bits_at(source->image, lanes), to, aligned);
}
#elif BY_SAMPLES
#define LAST_CHANNEL (CHANNELS - 1)

// As SUMMED() and FINISHED().
INLINE void weight_colours(FLOATS *samples) {
#pragma unroll
  for (int i = 0; PREMULTIPLIED && i < ROW_SAMPLES; ++i)
    if (i % CHANNELS < LAST_CHANNEL) samples[i] *= samples[i - i % CHANNELS + LAST_CHANNEL];
}

INLINE void finish_colours(FLOATS *sums) {
#pragma unroll
  for (int c = 0; PREMULTIPLIED && c < LAST_CHANNEL; ++c)
    sums[c] = sums[LAST_CHANNEL] > 0 ? sums[c] / sums[LAST_CHANNEL] : (FLOATS)0;
}

#if CHANNELS == 1
INLINE void store_sums(const FLOATS *sums, __global ELEMENT *to, const bool aligned) {
  store_bits(bits_of_sum(sums[0]), to, aligned);
}
#else
// A pixel of three samples is stored with one more, which the next pixel replaces.
INLINE void store_sums(const FLOATS *sums, __global ELEMENT *to, const bool aligned) {
  typedef uint LOOSE_UINT __attribute__((aligned(1)));
  typedef ushort LOOSE_USHORT __attribute__((aligned(1)));
  union {
    UINTS all;
    uint at[VEC];
  } pixels = {0};
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) pixels.all |= CONVERT(uint, bits_of_sum(sums[c])) << (uint)(8 * c);
#pragma unroll
  for (int i = 0; i < VEC - WIDE; ++i)
#if CHANNELS == 2
    *(__global LOOSE_USHORT *)(to + i * CHANNELS) = pixels.at[i];
#else
    *(__global LOOSE_UINT *)(to + i * CHANNELS) = pixels.at[i];
#endif
#if WIDE
  *(__global LOOSE_USHORT *)(to + (VEC - 1) * CHANNELS) = pixels.at[VEC - 1];
  to[VEC * CHANNELS - 1] = pixels.at[VEC - 1] >> 16;
#endif
}
#endif

INLINE void store_run(const Source *source, const Run *run, const Offsets *lanes, __global ELEMENT *to,
                      const bool aligned) {
  FLOATS sums[CHANNELS];
#pragma unroll
  for (int j = 0; j < TAPS; ++j) {
    FLOATS samples[ROW_SAMPLES];
    load_row(source->image + j * source->stride, lanes, samples);
    weight_colours(samples);
#pragma unroll
    for (int c = 0; c < CHANNELS; ++c) {
      FLOATS row = samples[c] * run->across[0];
#pragma unroll
      for (int k = 1; k < TAPS; ++k) row = MULTIPLY_ADD(samples[k * CHANNELS + c], run->across[k], row);
      sums[c] = j == 0 ? row * run->down[0] : MULTIPLY_ADD(row, run->down[j], sums[c]);
    }
  }
  finish_colours(sums);
  store_sums(sums, to, aligned);
}
#else

// A pixel of a run. LLVM 14 takes vectors of three apart.
#if CHANNELS == 3
#define WHOLE(type) JOIN(type, 4)
#define WHOLE_CHANNELS 4
#else
#define WHOLE(type) PIXEL_OF(type)
#define WHOLE_CHANNELS CHANNELS
#endif
#define FLOAT_WHOLE WHOLE(float)
#define UINT_WHOLE WHOLE(uint)
#define BITS_WHOLE WHOLE(BITS)

typedef BITS_WHOLE LOOSE_PIXEL __attribute__((aligned(sizeof(BITS))));
#define BITS_AT(p) (*(__global const LOOSE_PIXEL *)(p))

#if TYPE == F16
#define VALUES_AT(p) HALVES_AT(WHOLE_CHANNELS, p)
#else
#define VALUES_AT(p) JOIN(convert_, FLOAT_WHOLE)(BITS_AT(p))
#endif

#if TAPS == 1
#define MADE_AT(source, weights, i, p) BITS_AT(p)
#else
INLINE BITS_WHOLE bits_of_whole(const FLOAT_WHOLE v) {
#if TYPE == U8 || TYPE == U16
  const FLOAT_WHOLE within = TAPS == 2 ? v : fmin(fmax(v, 0.0f), MOST);
  return JOIN(convert_, BITS_WHOLE)(JOIN(as_, UINT_WHOLE)(within + 8388608.0f));
#elif TYPE == F16
  BITS_WHOLE bits;
  JOIN(vstore_half, WHOLE_CHANNELS)(v, 0, (half *)&bits);
  return bits;
#else
  return v;
#endif
}

INLINE void load_pixels(__global const ELEMENT *p, FLOAT_WHOLE *pixels) {
#pragma unroll
  for (int k = 0; k < TAPS; ++k) {
    const FLOAT_WHOLE value = VALUES_AT(p + k * CHANNELS);
    pixels[k] = SUMMED(value);
  }
}

INLINE BITS_WHOLE made_at(const Source *source, const Weights *weights, const int i, __global const ELEMENT *p) {
  FLOAT_WHOLE sum = 0;
#pragma unroll
  for (int j = 0; j < TAPS; ++j) {
    FLOAT_WHOLE pixels[TAPS], row = 0;
    load_pixels(p + j * source->stride, pixels);
#pragma unroll
    for (int k = 0; k < TAPS; ++k) {
      const float weight = weights->across[k].at[i];
      row = k == 0 ? pixels[k] * weight : MULTIPLY_ADD(pixels[k], (FLOAT_WHOLE)weight, row);
    }
    const float weight = weights->down[j].at[i];
    sum = j == 0 ? row * weight : MULTIPLY_ADD(row, (FLOAT_WHOLE)weight, sum);
  }
  return bits_of_whole(FINISHED(sum));
}
#define MADE_AT(source, weights, i, p) made_at(source, weights, i, p)
#endif

// A pixel of three samples is stored with one more, which the next pixel replaces.
INLINE void store_run(const Source *source, const Run *run, const Offsets *lanes, __global ELEMENT *to,
                      const bool aligned) {
  const Weights weights = by_lanes(run);
  for (int i = 0; i < VEC - WIDE; ++i)
    *(__global LOOSE_PIXEL *)(to + i * CHANNELS) = MADE_AT(source, &weights, i, source->image + lanes->at[i]);
#if WIDE
  const int i = VEC - 1;
  const BITS_WHOLE made = MADE_AT(source, &weights, i, source->image + lanes->at[i]);
  vstore3(made.s012, VEC - 1, (__global BITS *)to);
#endif
}
#endif

// Whether all lanes' first pixels lie in the rectangle from (0, 0) to these. Those of a matrix without quotients lie
// between those of the ends.
INLINE bool lie_within(const Run *run, const int most_x, const int most_y) {
#if PLACES == AFFINE && VEC > 1
  const int2 x = (int2)(run->x.s0, run->x.LAST_LANE), y = (int2)(run->y.s0, run->y.LAST_LANE);
  return min(min(x.x, x.y), min(y.x, y.y)) >= 0 && max(x.x, x.y) <= most_x && max(y.x, y.y) <= most_y;
#else
  const INTS outside = run->x | (most_x - run->x) | run->y | (most_y - run->y);  // negative where one is
  return as_int(bits_of_any(JOIN(as_, UINTS)(outside))) >= 0;
#endif
}

INLINE void store_border(const Source *source, const Run *run, const int count, __global ELEMENT *to) {
  const Weights weights = by_lanes(run);
  const IntLanes x = {run->x}, y = {run->y};
#pragma unroll 1
  for (int i = 0; i < count; ++i) {
    float across[TAPS], down[TAPS];
#pragma unroll
    for (int k = 0; k < TAPS; ++k) {
      across[k] = weights.across[k].at[i];
      down[k] = weights.down[k].at[i];
    }
    store_slowly(source, x.at[i], y.at[i], across, down, to + i * CHANNELS);
  }
}

// `most` is the last place of first pixels whose run lies in the part, unless its rows lie too far apart: then nothing
// `fits`.
INLINE void store_places(const Source *source, const Places places, const int2 most, const bool fits, const int count,
                         __global ELEMENT *to, const bool aligned) {
  const Run run = run_of(places);
  if (count == VEC && fits && lie_within(&run, most.x, most.y)) {
    const Offsets lanes = {CONVERT(OFFSET, run.y - source->top) * (OFFSET)(int)source->stride +
                           CONVERT(OFFSET, (run.x - source->left) * CHANNELS)};
    store_run(source, &run, &lanes, to, aligned);
  } else {
    store_border(source, &run, count, to);
  }
}

// Computes the part of the result that begins at `left`, `top`, from the part of the source that begins at `held_x`,
// `held_y`.
__kernel void warp(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict outside, PLACES_IN,
                   const int left, const int top, const int held_x, const int held_y, const int whole_width,
                   const int whole_height) {
  const int x = get_global_id(0) * VEC, first = get_global_id(1) * ITEMS;
  if (x >= out_width) return;
  bool fits = image_stride == (int)image_stride;
#if NEAR
  fits = fits && image_stride * image_height < INT_MAX;
#endif
  const Source source = {ROW(image, 0), outside, image_stride, held_x, held_y, whole_width, whole_height};
  const int2 most = (int2)(held_x + image_width - TAPS - WIDE, whole_height - TAPS);
  const int count = min(VEC, out_width - x);
  const bool aligned = IS_ALIGNED(out);
  for (int y = first; y < min(first + ITEMS, out_height); ++y)
    store_places(&source, PLACES_AT(x, y, count), most, fits, count, ROW(out, y) + (long)x * CHANNELS, aligned);
}
