// Stretches the levels of each channel, with the same arithmetic as levels.cl.

#ifndef PIXELS
#define PIXELS 16  // pixels of a work-item, side by side
#define COLOURS CHANNELS
#define JOINED 0  // 1: all colours have the same levels
#define ROWS 64   // of a work-item that looks for extremes
#define STRETCHED 8  // of one that stretches by them
#endif

// What results are kept between: bits_of() does that for unsigned ones.
#if TYPE != U8 && TYPE != U16
#if TYPE == I8
#define WHITE 127.0f
#elif TYPE == I16
#define WHITE 32767.0f
#else
#define WHITE 1.0f
#endif
#define BOTTOM(c) ((c) < COLOURS ? 0.0f : -INFINITY)
#define TOP(c) ((c) < COLOURS ? WHITE : INFINITY)
#endif

#if TYPE == I8 || TYPE == I16
#define LEAST (-WHITE - 1.0f)

INLINE FLOATS floats_of(const VECTOR(BITS) bits) {
  return CONVERT(float, bits);
}

INLINE VECTOR(BITS) bits_of(const FLOATS v) {
  return CONVERT(BITS, rint(fmin(fmax(v, (FLOATS)LEAST), (FLOATS)WHITE)));
}

INLINE void store_rounded(const float v, __global ELEMENT *p) {
  *p = (ELEMENT)rint(fmin(fmax(v, LEAST), WHITE));
}
#endif

// NaN stay.
#ifdef BOTTOM
INLINE float kept(const float v, const int channel) {
  return v < BOTTOM(channel) ? BOTTOM(channel) : v > TOP(channel) ? TOP(channel) : v;
}
#else
INLINE float kept(const float v, const int channel) {
  return v;
}
#endif

// Lows and scales of the samples of VEC pixels, whose channels take turns in the vectors.
typedef union {
  FLOATS all[CHANNELS];
  float at[CHANNELS * VEC];
} Lanes;

// `numbers` has a low level and a scale for each channel.
INLINE void stretch_by(IMAGE_IN(image), IMAGE_OUT(out), const float *numbers, const int y) {
  const int first = get_global_id(0) * PIXELS, end = min(first + PIXELS, out_width);
  __global const ELEMENT *from = ROW(image, y) + (long)first * CHANNELS;
  __global ELEMENT *to = ROW(out, y) + (long)first * CHANNELS;
  const bool from_aligned = IS_ALIGNED(image), to_aligned = IS_ALIGNED(out);
  Lanes low, scale;
#ifdef BOTTOM
  Lanes bottom, top;
#endif
#pragma unroll
  for (int i = 0; i < CHANNELS * VEC; ++i) {
    low.at[i] = numbers[2 * (i % CHANNELS)];
    scale.at[i] = numbers[2 * (i % CHANNELS) + 1];
#ifdef BOTTOM
    bottom.at[i] = BOTTOM(i % CHANNELS);
    top.at[i] = TOP(i % CHANNELS);
#endif
  }
  int x = first;
  for (; x + VEC <= end; x += VEC, from += CHANNELS * VEC, to += CHANNELS * VEC)
#pragma unroll
    for (int k = 0; k < CHANNELS; ++k) {
      FLOATS samples = (floats_of(load_bits(from + k * VEC, from_aligned)) - low.all[k]) * scale.all[k];
#ifdef BOTTOM
      samples = samples < bottom.all[k] ? bottom.all[k] : samples;
      samples = samples > top.all[k] ? top.all[k] : samples;
#endif
      store_bits(bits_of(samples), to + k * VEC, to_aligned);
    }
  for (; x < end; ++x, from += CHANNELS, to += CHANNELS)
    for (int c = 0; c < CHANNELS; ++c)
      store_rounded(kept(((float)LOAD_ONE(from + c, 0) - numbers[2 * c]) * numbers[2 * c + 1], c), to + c);
}

#define BOTH_IMAGES \
  image, image_offset, image_stride, image_width, image_height, out, out_offset, out_stride, out_width, out_height

__kernel void stretch(IMAGE_IN(image), IMAGE_OUT(out), __global const float *restrict given) {
  float numbers[2 * CHANNELS];
  for (int i = 0; i < 2 * CHANNELS; ++i) numbers[i] = given[i];
  stretch_by(BOTH_IMAGES, numbers, get_global_id(1));
}

// Where nothing is cut off, the ends of the levels are the extremes, and a CPU needs no histogram.
#if (TYPE == U8 || TYPE == U16) && defined(cl_khr_fp64)
#define WIDTH (2 * CHANNELS * VEC)  // samples of two vectors of each channel, whose channels take turns

// Each work-item writes the least and the greatest sample of each channel in its rows.
__kernel void find_extremes(IMAGE_IN(image), __global ELEMENT *restrict parts) {
  const int begin = get_global_id(0) * ROWS, end = min(begin + ROWS, image_height), samples = image_width * CHANNELS;
  const bool aligned = IS_ALIGNED(image);
  VECTOR(ELEMENT) least[2 * CHANNELS], greatest[2 * CHANNELS];
  ELEMENT low[WIDTH], high[WIDTH], low_rest[CHANNELS], high_rest[CHANNELS];
  for (int k = 0; k < 2 * CHANNELS; ++k) {
    least[k] = (VECTOR(ELEMENT))((ELEMENT)MOST);
    greatest[k] = (VECTOR(ELEMENT))((ELEMENT)0);
  }
  for (int c = 0; c < CHANNELS; ++c) {
    low_rest[c] = (ELEMENT)MOST;
    high_rest[c] = 0;
  }
  for (int y = begin; y < end; ++y) {
    __global const ELEMENT *row = ROW(image, y);
    int i = 0;
    for (; i + WIDTH <= samples; i += WIDTH)
#pragma unroll
      for (int k = 0; k < 2 * CHANNELS; ++k) {
        const VECTOR(ELEMENT) v = load_bits(row + i + k * VEC, aligned);
        least[k] = min(least[k], v);
        greatest[k] = max(greatest[k], v);
      }
    for (; i < samples; ++i) {
      low_rest[i % CHANNELS] = min(low_rest[i % CHANNELS], row[i]);
      high_rest[i % CHANNELS] = max(high_rest[i % CHANNELS], row[i]);
    }
  }
  for (int k = 0; k < 2 * CHANNELS; ++k) {
    KEEP(least[k], low + k * VEC);
    KEEP(greatest[k], high + k * VEC);
  }
  __global ELEMENT *to = parts + (long)get_global_id(0) * 2 * CHANNELS;
  for (int c = 0; c < CHANNELS; ++c) {
    ELEMENT own_low = low_rest[c], own_high = high_rest[c];
    for (int i = c; i < WIDTH; i += CHANNELS) {
      own_low = min(own_low, low[i]);
      own_high = max(own_high, high[i]);
    }
    to[2 * c] = own_low;
    to[2 * c + 1] = own_high;
  }
}

// Stretches from the extremes of all parts. What has one level stays as it is.
__kernel void stretch_extremes(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict parts, const int count) {
  float numbers[2 * CHANNELS];
  ELEMENT low[CHANNELS], high[CHANNELS];
  for (int c = 0; c < CHANNELS; ++c) {
    low[c] = (ELEMENT)MOST;
    high[c] = 0;
  }
  for (int part = 0; part < count; ++part)
    for (int c = 0; c < COLOURS; ++c) {
      const int to = JOINED ? 0 : c;
      low[to] = min(low[to], parts[(long)part * 2 * CHANNELS + 2 * c]);
      high[to] = max(high[to], parts[(long)part * 2 * CHANNELS + 2 * c + 1]);
    }
  for (int c = 0; c < CHANNELS; ++c) {
    const int from = JOINED ? 0 : c;
    const bool stays = c >= COLOURS || low[from] >= high[from];
    numbers[2 * c] = stays ? 0.0f : (float)low[from];
    numbers[2 * c + 1] = stays ? 1.0f : (float)((double)MOST / (high[from] - low[from]));
  }
  const int begin = get_global_id(1) * STRETCHED;
  for (int y = begin; y < min(begin + STRETCHED, out_height); ++y) stretch_by(BOTH_IMAGES, numbers, y);
}
#endif

// Floats are counted by the halves of their bits. A NaN's upper half becomes that of no number.
#if TYPE == F32
#define IS_NAN(bits) (((bits)&0x7fffffffu) > 0x7f800000u)

__kernel void upper_halves(__global const uint *restrict samples, __global ushort *restrict to, const ulong count) {
  const size_t i = get_global_id(0);
  if (i >= count) return;
  to[i] = IS_NAN(samples[i]) ? 0x7fff : (ushort)(samples[i] >> 16);
}

__kernel void clear_counts(__global uint *counts) {
  counts[get_global_id(0)] = 0;
}

// Counts the lower halves of samples with the upper halves that are wanted, two for each channel.
__kernel void count_lower_halves(__global const uint *restrict samples, __global const uint *restrict wanted,
                                 __global uint *counts, const ulong count) {
  const size_t i = get_global_id(0);
  const int channel = i % CHANNELS;
  if (i >= count || channel >= COLOURS || IS_NAN(samples[i])) return;
  const int first = JOINED ? 0 : 2 * channel;
  for (int slot = first; slot < first + 2; ++slot)
    if (samples[i] >> 16 == wanted[slot]) atomic_inc(counts + slot * 65536 + (samples[i] & 0xffffu));
}
#endif
