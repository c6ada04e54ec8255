// Computes a (1 - w) + b w, where w is one number or, with WEIGHTS, a sample of an image. Rows are samples: channels
// are all alike.

#ifndef WEIGHTS
#define WEIGHTS 0  // channels of the image of weights; 0: there is none
#define ITEMS 1    // units of a work-item
#define FUSED 0    // fma() is fast
#endif

// A unit is one vector, or, where a weight is for all of a pixel's channels, the pixels of one vector of weights.
#if WEIGHTS == 1
#define UNIT CHANNELS
#else
#define UNIT 1
#endif

#define SAMPLES VECTOR(BITS)

// An integer between two others is in the low bits of 2^23 + it, which fma() rounds once. Weights of u8 and u16 make
// products that u16 and u32 hold, and divide by 255 and 65535 exactly: no quotient lies in the middle of two integers.
#if TYPE == U8 || TYPE == U16
#define BIASED(v) JOIN(as_, VECTOR(float))(CONVERT(uint, v) | 0x4b000000u)
INLINE SAMPLES between(const SAMPLES a, const SAMPLES b, const float w) {
#if FUSED
  const FLOATS sum = fma(BIASED(b) - BIASED(a), (FLOATS)w, BIASED(a));
#else
  const FLOATS sum = (BIASED(b) - BIASED(a)) * w + BIASED(a);
#endif
  return CONVERT(BITS, JOIN(as_, VECTOR(uint))(sum));
}
#if TYPE == U8
#define PRODUCT ushort
#define SHIFT 8
#else
#define PRODUCT uint
#define SHIFT 16
#endif
#define ONE ((PRODUCT)((1u << SHIFT) - 1))
INLINE SAMPLES weighted(const SAMPLES a, const SAMPLES b, const SAMPLES w) {
  const VECTOR(PRODUCT) of_w = CONVERT(PRODUCT, w), of_a = CONVERT(PRODUCT, a), of_b = CONVERT(PRODUCT, b);
  const VECTOR(PRODUCT) sum = of_a * (VECTOR(PRODUCT))(ONE - of_w) + of_b * of_w + (PRODUCT)(1u << (SHIFT - 1));
  return CONVERT(BITS, (VECTOR(PRODUCT))(sum + (sum >> SHIFT)) >> SHIFT);
}
#else
INLINE SAMPLES between(const SAMPLES a, const SAMPLES b, const float w) {
  return bits_of(floats_of(a) * (1 - w) + floats_of(b) * w);
}
INLINE SAMPLES weighted(const SAMPLES a, const SAMPLES b, const SAMPLES w) {
  return bits_of(floats_of(a) * (1 - floats_of(w)) + floats_of(b) * floats_of(w));
}
#endif

#if VEC == 1
#define FIRST(v) (v)
#else
#define FIRST(v) ((v).s0)
#endif
#define BITS_AT(row, i) ((SAMPLES)(((__global const BITS *)(row))[i]))

// Mixes the unit `i`; a weight of one channel is spread to the pixel's.
INLINE void mix_unit(__global const ELEMENT *a, __global const ELEMENT *b, __global const ELEMENT *weight,
                     __global ELEMENT *out, const float w, const long i, const bool aligned) {
#if WEIGHTS == 1
  BITS pixels[VEC], weights[VEC * CHANNELS];
  KEEP(load_bits(weight + i * VEC, aligned), pixels);
#pragma unroll
  for (int s = 0; s < VEC * CHANNELS; ++s) weights[s] = pixels[s / CHANNELS];
#endif
#pragma unroll
  for (int k = 0; k < UNIT; ++k) {
    const long at = (i * UNIT + k) * VEC;
    const SAMPLES of_a = load_bits(a + at, aligned), of_b = load_bits(b + at, aligned);
#if WEIGHTS == 1
    store_bits(weighted(of_a, of_b, KEPT(weights + k * VEC)), out + at, aligned);
#elif WEIGHTS
    store_bits(weighted(of_a, of_b, load_bits(weight + at, aligned)), out + at, aligned);
#else
    store_bits(between(of_a, of_b, w), out + at, aligned);
#endif
  }
}

INLINE void mix_units(__global const ELEMENT *a, __global const ELEMENT *b, __global const ELEMENT *weight,
                      __global ELEMENT *out, const float w, const long units, const bool aligned) {
#if ACCESS == CHUNK
  const long first = (long)get_global_id(0) * ITEMS, step = 1;
#else
  const long first = (long)get_group_id(0) * (GROUP * ITEMS) + get_local_id(0), step = GROUP;
#endif
#pragma unroll
  for (int item = 0; item < ITEMS; ++item)
    if (first + item * step < units) mix_unit(a, b, weight, out, w, first + item * step, aligned);
}

// Mixes one sample, which fills all lanes.
INLINE void mix_one(__global const ELEMENT *a, __global const ELEMENT *b, __global const ELEMENT *weight,
                    __global ELEMENT *out, const float w, const long i) {
  const SAMPLES of_a = BITS_AT(a, i), of_b = BITS_AT(b, i);
#if WEIGHTS
  const SAMPLES mixed = weighted(of_a, of_b, BITS_AT(weight, i / (CHANNELS / WEIGHTS)));
#else
  const SAMPLES mixed = between(of_a, of_b, w);
#endif
  ((__global BITS *)out)[i] = FIRST(mixed);
}

#if WEIGHTS
#define WEIGHT_ROW ROW(weight, y)
#define ALIGNED_WEIGHTS IS_ALIGNED(weight)
#else
#define WEIGHT_ROW 0
#define ALIGNED_WEIGHTS true
#endif

// `samples` are those of a row. The last item of a row has what follows its last whole unit.
__kernel void blend(IMAGE_IN(a), IMAGE_IN(b),
#if WEIGHTS
                    IMAGE_IN(weight),
#endif
                    IMAGE_OUT(out), const float w, const long samples) {
  const long y = get_global_id(1), units = samples / (VEC * UNIT);
  __global const ELEMENT *a_row = ROW(a, y), *b_row = ROW(b, y), *weight_row = WEIGHT_ROW;
  __global ELEMENT *out_row = ROW(out, y);
  if (IS_ALIGNED(a) && IS_ALIGNED(b) && IS_ALIGNED(out) && ALIGNED_WEIGHTS)
    mix_units(a_row, b_row, weight_row, out_row, w, units, true);
  else
    mix_units(a_row, b_row, weight_row, out_row, w, units, false);
  if (get_global_id(0) + 1 < get_global_size(0)) return;
  for (long s = units * VEC * UNIT; s < samples; ++s) mix_one(a_row, b_row, weight_row, out_row, w, s);
}
