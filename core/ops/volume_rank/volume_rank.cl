// The sample of one rank in a cuboid window of a volume, whose pages lie one below another in one image. array.cl,
// image.cl, any_reach.cl and border.cl stand before this file.
//
// The result is found bit by bit, from the highest on: a bit is 1 where no more than RANK samples are less than the
// number with this bit. So windows of any size need no memory but their samples. A sample is its bits, as an unsigned
// integer; key_of() makes them integers that are ordered as the samples are. Medians of up to 27 samples are selected.

#define UNSIGNED 0
#define SIGNED 1
#define FLOAT 2
#ifndef ORDER
#define ORDER UNSIGNED
#endif
#ifndef RADIUS_X
#define RADIUS_X 1
#define RADIUS_Y 1
#define RADIUS_Z 1
#endif
#ifndef RANK
#define RANK 13
#endif
#ifndef HELD
#define HELD 1  // the window's keys are held in private memory; else each bit loads them again
#endif
#ifndef KEEP_ALPHA
#define KEEP_ALPHA 0
#endif

#define SAMPLES ((2 * RADIUS_X + 1) * (2 * RADIUS_Y + 1) * (2 * RADIUS_Z + 1))
#define KEY_BITS (8 * (int)sizeof(ELEMENT))
#define TOP ((ELEMENT)((ELEMENT)1 << (KEY_BITS - 1)))
#define KEYS VECTOR(ELEMENT)

// Comparisons of vectors make integers of the samples' width: -1 where they hold. Numbers of samples need more bits in
// large windows.
#if TYPE == U8
#define WIDTH_SIGNED char
#define MOST_COUNTED 127
#elif TYPE == U16
#define WIDTH_SIGNED short
#define MOST_COUNTED 32767
#else
#define WIDTH_SIGNED int
#define MOST_COUNTED 0x7fffffff
#endif
#if VEC == 1
#define COUNTS int
#define ADD_LESS(keys, than, counts) (counts) += (keys) < (than)
#define CHOOSE(counts, key, other) ((counts) <= RANK ? (other) : (key))
#elif SAMPLES <= MOST_COUNTED
#define COUNTS VECTOR(WIDTH_SIGNED)
#define ADD_LESS(keys, than, counts) (counts) -= (keys) < (than)
#define CHOOSE(counts, key, other) select(key, other, (counts) <= (COUNTS)(RANK))
#else
#define COUNTS VECTOR(int)
#define ADD_LESS(keys, than, counts) (counts) -= CONVERT(int, (keys) < (than))
#define CHOOSE(counts, key, other) select(key, other, CONVERT(WIDTH_SIGNED, (counts) <= (COUNTS)(RANK)))
#endif

INLINE KEYS key_of(const KEYS sample) {
#if ORDER == FLOAT
  return sample ^ (((KEYS)0 - (sample >> (KEYS)(KEY_BITS - 1))) | (KEYS)TOP);
#elif ORDER == SIGNED
  return sample ^ (KEYS)TOP;
#else
  return sample;
#endif
}

INLINE KEYS sample_of(const KEYS key) {
#if ORDER == FLOAT
  return key ^ (((key >> (KEYS)(KEY_BITS - 1)) - (KEYS)1) | (KEYS)TOP);
#elif ORDER == SIGNED
  return key ^ (KEYS)TOP;
#else
  return key;
#endif
}

// What stands for the place `by` pixels beside VEC samples from `first` on, in a row of which some are outside. No row:
// all are outside a constant border.
INLINE KEYS gathered(__global const BITS *row, const bool has_row, __global const BITS *outside, const int first,
                     const int by, const int width) {
  BITS samples[VEC];
  for (int lane = 0; lane < VEC; ++lane) {
    const int channel = (first + lane) % CHANNELS, x = border_index((first + lane) / CHANNELS + by, width);
    samples[lane] = has_row && x >= 0 ? row[(long)x * CHANNELS + channel] : outside[channel];
  }
  return KEPT(samples);
}

// The pages' sizes, and where the window's middle is.
typedef struct {
  __global const BITS *volume;
  __global const BITS *outside;
  long stride;
  int width, height, pages;
  int first, y, z;
  bool inside;  // the window leaves no row
} Place;

INLINE KEYS keys_at(const Place *at, const int dx, const int dy, const int dz) {
  const int z = border_index(at->z + dz, at->pages), y = border_index(at->y + dy, at->height);
  const bool has_row = z >= 0 && y >= 0;
  __global const BITS *row = at->volume + (has_row ? ((long)z * at->height + y) * at->stride : 0);
  if (at->inside && has_row) return key_of(load_bits((__global const ELEMENT *)row + at->first + dx * CHANNELS, false));
  return key_of(gathered(row, has_row, at->outside, at->first, dx, at->width));
}

#if HELD && SAMPLES <= 27 && RANK == SAMPLES / 2 && SAMPLES > 1
#define ORDER_BOTH(low, high)             \
  do {                                    \
    const KEYS first = low, second = high; \
    low = min(first, second);             \
    high = max(first, second);            \
  } while (0)

// The median of few samples: of half of them and two more, the least and the greatest cannot be the median. They make
// room for the next sample, until three are left.
INLINE KEYS median_of(const KEYS *held) {
  KEYS kept[SAMPLES / 2 + 2];
#pragma unroll
  for (int i = 0; i < SAMPLES / 2 + 2; ++i) kept[i] = held[i];
#pragma unroll
  for (int count = SAMPLES / 2 + 2; count >= 3; --count) {
#pragma unroll
    for (int i = 0; i < count / 2; ++i) ORDER_BOTH(kept[i], kept[count - 1 - i]);
#pragma unroll
    for (int i = 1; i < (count + 1) / 2; ++i) ORDER_BOTH(kept[0], kept[i]);
#pragma unroll
    for (int i = count / 2; i < count - 1; ++i) ORDER_BOTH(kept[i], kept[count - 1]);
    if (count > 3) kept[0] = held[SAMPLES + 3 - count];
  }
  return kept[1];
}
#define HAS_NETWORK 1
#else
#define HAS_NETWORK 0
#endif

INLINE KEYS key_of_rank(const Place *at) {
#if HELD
  KEYS held[SAMPLES];
  int count = 0;
  for (int dz = -RADIUS_Z; dz <= RADIUS_Z; ++dz)
    for (int dy = -RADIUS_Y; dy <= RADIUS_Y; ++dy)
      for (int dx = -RADIUS_X; dx <= RADIUS_X; ++dx) held[count++] = keys_at(at, dx, dy, dz);
#endif
#if HAS_NETWORK
  return median_of(held);
#else
  KEYS key = (KEYS)0;
  for (int bit = KEY_BITS - 1; bit >= 0; --bit) {
    const KEYS than = key | (KEYS)((ELEMENT)1 << bit);
    COUNTS less = (COUNTS)0;
#if HELD
#pragma unroll
    for (int i = 0; i < SAMPLES; ++i) ADD_LESS(held[i], than, less);
#else
    for (int dz = -RADIUS_Z; dz <= RADIUS_Z; ++dz)
      for (int dy = -RADIUS_Y; dy <= RADIUS_Y; ++dy)
        for (int dx = -RADIUS_X; dx <= RADIUS_X; ++dx) ADD_LESS(keys_at(at, dx, dy, dz), than, less);
#endif
    key = CHOOSE(less, key, than);
  }
  return key;
#endif
}

// A work-item has every so many vectors of a row. The last vector of a row ends with it.
__kernel void volume_rank(IMAGE_IN(in), IMAGE_OUT(out), const int pages, __global const ELEMENT *restrict outside) {
  const int samples = in_width * CHANNELS, last = max(samples - VEC, 0), height = in_height / pages;
  Place at = {(__global const BITS *)(in + in_offset), (__global const BITS *)outside, in_stride, in_width, height, pages,
              0, get_global_id(1), get_global_id(2), false};
  const long row = (long)at.z * height + at.y;
  __global BITS *to = (__global BITS *)ROW(out, row);
  __global const BITS *own = at.volume + row * in_stride;
  for (int start = get_global_id(0) * VEC; start < samples; start += get_global_size(0) * VEC) {
    at.first = min(start, last);
    at.inside = at.first >= RADIUS_X * CHANNELS && at.first + VEC + RADIUS_X * CHANNELS <= samples;
    const KEYS result = sample_of(key_of_rank(&at));
#if !KEEP_ALPHA
    if (samples >= VEC) {
      store_bits(result, (__global ELEMENT *)to + at.first, false);
      continue;
    }
#endif
    BITS stored[VEC];
    KEEP(result, stored);
    for (int lane = 0; lane < VEC && at.first + lane < samples; ++lane) {
      const int place = at.first + lane;
      to[place] = KEEP_ALPHA && place % CHANNELS == CHANNELS - 1 ? own[place] : stored[lane];
    }
  }
}
