// Makes each pixel of the result of TAPS x TAPS pixels of the source round its place there, VEC pixels of a row at a time,
// which lie STEP apart. All schedules and parts sum rows first, and so give the same bits.

#ifndef TAPS
#define TAPS 2  // 1: nearest, 2: linear, 4: cubic
#define ITEMS 1 // rows of a work-item
#endif
#ifndef NEAR
#define NEAR 0  // 1: samples of the source are counted by 31 bits, unless its rows lie far apart
#endif

#ifndef MAGIC
#define MAGIC !LOOSE  // 1: the floats of whole numbers are made by their bits, since GPUs convert slowly
#endif

#if NEAR
#define OFFSET int
#else
#define OFFSET long
#endif

// The source: a part of the image that begins at `left`, `top`. Places count pixels of the whole image.
typedef struct {
  __global const ELEMENT *image, *outside;
  long stride;
  int left, top, width, height;
  int right;  // where the part ends
  bool fits;  // in the type of offsets
} Source;

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

#if TAPS == 1 && PLACES == TABLE
#define FIRST_OF(at, part) ((part) >= 0.5f ? (at) + 1 : (at))
#elif TAPS == 1
#define FIRST_OF(at, part) ((at) + CONVERT(int, (part) >> 31))
#else
#define FIRST_OF(at, part) ((at) - (TAPS / 2 - 1))
#endif

#define LAST_LANE JOIN(s, JOIN(LAST_, VEC))
#define LAST_2 1
#define LAST_4 3
#define LAST_8 7
#define LAST_16 f

#if PLACES == TABLE
#define FLOATS_OF_PART(part) (part)
#else
#define FLOATS_OF_PART(part) (JOIN(as_, FLOATS)(((part) >> 9) | 0x3f800000u) - 1.0f)  // 23 bits
#endif

INLINE void weights_of(const PARTS part, FLOATS *weights) {
  const FLOATS t = FLOATS_OF_PART(part), rest = 1.0f - t;
#if TAPS == 2
  weights[0] = rest;
  weights[1] = t;
#elif TAPS == 4  // Keys' kernel with a = -0.75
  weights[0] = -0.75f * t * rest * rest;
  weights[1] = (1.25f * t - 2.25f) * t * t + 1.0f;
  weights[2] = (1.25f * rest - 2.25f) * rest * rest + 1.0f;
  weights[3] = -0.75f * rest * t * t;
#endif
}

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

// A pixel as it is stored.
#if TAPS == 1
#define SUM PIXEL_OF(BITS)
#else
#define SUM PIXEL
#endif

INLINE void store_sum(const SUM sum, __global ELEMENT *to) {
#if TAPS == 1
  PUT_PIXEL(sum, (__global BITS *)to);
#else
  float samples[CHANNELS];
  PUT_PIXEL(FINISHED(sum), samples);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) store_rounded(samples[c], to + c);
#endif
}

// Pixels at the border, one after the other.
INLINE __global const ELEMENT *pixel_at(const Source *source, const int x, const int y) {
  const int column = border_index(x, source->width), row = border_index(y, source->height);
#if BORDER == CONSTANT
  if (column < 0 || row < 0) return source->outside;
#endif
  return source->image + (row - source->top) * source->stride + (long)(column - source->left) * CHANNELS;
}

#if TAPS == 1
INLINE void store_slowly(const Source *source, const int x, const int y, const Weights *unused, const int i,
                         __global ELEMENT *to) {
  store_sum(PIXEL_AT((__global const BITS *)pixel_at(source, x, y)), to);
}
#else
INLINE PIXEL loaded(__global const ELEMENT *p) {
  const PIXEL pixel = LOAD_PIXEL(p);
  return SUMMED(pixel);
}

INLINE void store_slowly(const Source *source, const int x, const int y, const Weights *weights, const int i,
                         __global ELEMENT *to) {
  PIXEL sum = 0;
#pragma unroll
  for (int j = 0; j < TAPS; ++j) {
    PIXEL row = loaded(pixel_at(source, x, y + j)) * weights->across[0].at[i];
#pragma unroll
    for (int k = 1; k < TAPS; ++k)
      row = MULTIPLY_ADD(loaded(pixel_at(source, x + k, y + j)), (PIXEL)weights->across[k].at[i], row);
    const float down = weights->down[j].at[i];
    sum = j == 0 ? row * down : MULTIPLY_ADD(row, (PIXEL)down, sum);
  }
  store_sum(sum, to);
}
#endif

// 2^23 + v holds v in its low bits.
#if MAGIC && (TYPE == U8 || TYPE == U16)
#define FLOATS_OF(v) (JOIN(as_, FLOATS)(CONVERT(uint, v) | 0x4b000000u) - 8388608.0f)
#define WHOLE_OF(v) (JOIN(as_, FLOAT_WHOLE)(JOIN(convert_, UINT_WHOLE)(v) | 0x4b000000u) - 8388608.0f)
#else
#define FLOATS_OF(v) floats_of(v)
#define WHOLE_OF(v) JOIN(convert_, FLOAT_WHOLE)(v)
#endif

// As bits_of(). Between samples nothing leaves their range.
INLINE VECTOR(BITS) bits_of_sum(const FLOATS v) {
#if TAPS == 2 && (TYPE == U8 || TYPE == U16)
  return CONVERT(BITS, JOIN(as_, UINTS)(v + 8388608.0f));
#else
  return bits_of(v);
#endif
}

// Runs that need no border. `lanes` says where the lanes' first pixels are.
#define WIDE (LOOSE && CHANNELS == 3)                     // 1: a pixel is loaded and stored with the sample behind it
#define BY_SAMPLES (CHANNELS == 1 || (LOOSE && TYPE == U8 && TAPS > 1))  // 1: vectors of one sample of all lanes
#define ROW_SAMPLES (TAPS * CHANNELS)
#define QUADS (TYPE == U8 && ROW_SAMPLES > 2)  // 1: four samples are one load, not two

#if CHANNELS == 1
INLINE void put_bits(const VECTOR(BITS) bits, __global ELEMENT *to, const bool aligned) {
#if STEP == 1
  store_bits(bits, to, aligned);
#else
  BITS samples[VEC];
  KEEP(bits, samples);
#pragma unroll
  for (int i = 0; i < VEC; ++i) ((__global BITS *)to)[i * STEP] = samples[i];
#endif
}
#endif

#if BY_SAMPLES && LOOSE && TAPS > 1
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

#if TAPS > 1
INLINE void load_row(__global const ELEMENT *image, const Offsets *lanes, FLOATS *samples) {
#pragma unroll
  for (int k = 0; k < TAPS; ++k) samples[k] = FLOATS_OF(bits_at(image + k, lanes));
}
#endif
#endif

#if BY_SAMPLES && TAPS == 1
INLINE void store_run(const Source *source, const Run *run, const Offsets *lanes, __global ELEMENT *to,
                      const bool aligned) {
  put_bits(bits_at(source->image, lanes), to, aligned);
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
  put_bits(bits_of_sum(sums[0]), to, aligned);
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
#if LOOSE && CHANNELS == 3
#define WHOLE(type) JOIN(type, 4)
#define WHOLE_CHANNELS 4
#else
#define WHOLE(type) PIXEL_OF(type)
#define WHOLE_CHANNELS CHANNELS
#endif
#define FLOAT_WHOLE WHOLE(float)
#define UINT_WHOLE WHOLE(uint)
#define BITS_WHOLE WHOLE(BITS)

#if LOOSE
typedef BITS_WHOLE LOOSE_PIXEL __attribute__((aligned(sizeof(BITS))));
#define BITS_AT(p) (*(__global const LOOSE_PIXEL *)(p))
#else
#define BITS_AT(p) PIXEL_AT((__global const BITS *)(p))
#endif

#if TYPE == F16
#define VALUES_AT(p) JOIN(vload_half, WHOLE_CHANNELS)(0, p)
#else
#define VALUES_AT(p) WHOLE_OF(BITS_AT(p))
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

#if LOOSE
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
#else
INLINE void store_run(const Source *source, const Run *run, const Offsets *lanes, __global ELEMENT *to,
                      const bool aligned) {
  const Weights weights = by_lanes(run);
#if STEP > 1
#pragma unroll
  for (int i = 0; i < VEC; ++i)
    PUT_PIXEL(MADE_AT(source, &weights, i, source->image + lanes->at[i]), (__global BITS *)to + i * (STEP * CHANNELS));
#else
  BITS samples[VEC * CHANNELS];
#pragma unroll
  for (int i = 0; i < VEC; ++i)
    PUT_PIXEL(MADE_AT(source, &weights, i, source->image + lanes->at[i]), samples + i * CHANNELS);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) store_bits(KEPT(samples + c * VEC), to + c * VEC, aligned);
#endif
}
#endif
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
  for (int i = 0; i < count; ++i) store_slowly(source, x.at[i], y.at[i], &weights, i, to + i * (STEP * CHANNELS));
}

INLINE void store_places(const Source *source, const Places places, const int count, __global ELEMENT *to,
                         const bool aligned) {
  const Run run = run_of(places);
  if (count == VEC && source->fits && lie_within(&run, source->right - TAPS - WIDE, source->height - TAPS)) {
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
  const int x = (int)(get_global_id(0) / STEP) * (STEP * VEC) + (int)(get_global_id(0) % STEP);
  const int first = get_global_id(1) * ITEMS;
  if (x >= out_width) return;
  bool fits = image_stride == (int)image_stride;
#if NEAR
  fits = fits && image_stride * image_height < INT_MAX;
#endif
  const Source source = {ROW(image, 0), outside, image_stride, held_x, held_y, whole_width, whole_height, held_x + image_width, fits};
  const int count = min(VEC, DIVIDE_UP(out_width - x, STEP));
  const bool aligned = IS_ALIGNED(out);
  for (int y = first; y < min(first + ITEMS, out_height); ++y)
    store_places(&source, PLACES_AT(x, y, count), count, ROW(out, y) + (long)x * CHANNELS, aligned);
}
