// Computes a (1 - w) + b w, where w is one number, n[0], or a sample of an image.

// The float 2^23 + n has the integer n in its low bits. So integers are mixed there, and fma() rounds once. With
// weights of u8 and u16 products fit u16 and u32. They are divided by 255 and 65535 exactly, since no quotient lies
// midway between two integers.
#if TYPE == U8 || TYPE == U16
#undef BLEND_BIASED
#define BLEND_BIASED(v) AS_FLOATS(CONVERT(uint, v) | BIASED_BITS)
INLINE VALUES NAMED(blend_mix)(const VALUES a, const VALUES b, const float w) {
#if FAST_FMA
  const FLOATS sum = fma(BLEND_BIASED(b) - BLEND_BIASED(a), (FLOATS)w, BLEND_BIASED(a));
#else
  const FLOATS sum = (BLEND_BIASED(b) - BLEND_BIASED(a)) * w + BLEND_BIASED(a);
#endif
  return CONVERT(VALUE, AS_UINTS(sum));
}

#undef BLEND_ONE
#undef BLEND_SHIFT
#undef BLEND_PRODUCTS
#if TYPE == U8
#define BLEND_ONE 255
#define BLEND_SHIFT 8
#define BLEND_PRODUCTS ushort
#else
#define BLEND_ONE 65535u
#define BLEND_SHIFT 16
#define BLEND_PRODUCTS uint
#endif
INLINE VALUES NAMED(blend_by)(const VALUES a, const VALUES b, const VALUES w) {
  typedef VECTOR(BLEND_PRODUCTS) Products;
  const Products of_w = CONVERT(BLEND_PRODUCTS, w), half_of_one = (Products)(BLEND_PRODUCTS)(1u << (BLEND_SHIFT - 1));
  const Products of_a = CONVERT(BLEND_PRODUCTS, a) * (Products)((Products)(BLEND_PRODUCTS)BLEND_ONE - of_w);
  const Products sum = of_a + CONVERT(BLEND_PRODUCTS, b) * of_w + half_of_one;
  return CONVERT(VALUE, (Products)(sum + (sum >> BLEND_SHIFT)) >> BLEND_SHIFT);
}
#else
INLINE VALUES NAMED(blend_mix)(const VALUES a, const VALUES b, const NUMBER w) { return a * (1 - w) + b * w; }
INLINE VALUES NAMED(blend_by)(const VALUES a, const VALUES b, const VALUES w) { return a * (1 - w) + b * w; }
#endif

INLINE VALUES NAMED(blend_samples)(const VALUES *v, const NUMBER *n) { return NAMED(blend_mix)(v[0], v[1], n[0]); }
INLINE VALUES NAMED(blend_weighted)(const VALUES *v, const NUMBER *n) { return NAMED(blend_by)(v[0], v[1], v[2]); }

#if FLOATING
// Of samples of any type: n[0] is the weight that takes all of the second image.
INLINE VALUES NAMED(blend_parts)(const VALUES *v, const NUMBER *n) { return NAMED(blend_by)(v[0], v[1], v[2] / n[0]); }
INLINE void NAMED(blend_pixel_parts)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
  for (int c = 0; c < channels; ++c) out[c] = NAMED(blend_by)(v[c], v[channels + c], v[2 * channels] / n[0]);
}
#endif

// Blends a pixel with one weight for all channels.
INLINE void NAMED(blend_pixel)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
  for (int c = 0; c < channels; ++c) out[c] = NAMED(blend_by)(v[c], v[channels + c], v[2 * channels]);
}
