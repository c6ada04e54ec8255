// Halves both sides of an image of one channel: a pixel of the result is the mean of two by two pixels of the source, as
// the taps of area and of linear say. All schedules give the same bits: sums of floats go down first, and those of
// integers, which are exact, are rounded as floats are, from the middle to even numbers.

#ifndef ITEMS
#define ITEMS 16  // rows of a work-item
#endif

// What passes the caches, which takes whole vectors.
#if STREAM && defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
#define STORE_PAST(v, p) __builtin_nontemporal_store(v, p)
#endif
#endif
#ifndef STORE_PAST
#define STORE_PAST(v, p) (*(p) = (v))
#endif

#if TYPE == F32
#define LANES 16
typedef float16 Results;
typedef float16 LooseFloats __attribute__((aligned(4)));

INLINE float16 down(__global const float *above, __global const float *below) {
  const float16 a = *(__global const LooseFloats *)above, b = *(__global const LooseFloats *)below;
  return MULTIPLY_ADD(b, (float16)0.5f, a * 0.5f);
}

INLINE Results halved(__global const float *above, __global const float *below) {
  const float16 a = down(above, below), b = down(above + LANES, below + LANES);
  return MULTIPLY_ADD((float16)(a.odd, b.odd), (float16)0.5f, (float16)(a.even, b.even) * 0.5f);
}

INLINE float halved_one(__global const float *above, __global const float *below) {
  const float a = MULTIPLY_ADD(below[0], 0.5f, above[0] * 0.5f), b = MULTIPLY_ADD(below[1], 0.5f, above[1] * 0.5f);
  return MULTIPLY_ADD(b, 0.5f, a * 0.5f);
}
#else
// Two samples are one number, of twice the bits. A core's vectors have 64 bytes, OpenCL's names end at 16. SPIR-V has no
// longer ones.
#if TYPE == U16
#define LANES 16
typedef uint16 Pairs;
typedef ushort16 Results;
#define RESULTS(pairs) convert_ushort16(pairs)
#else
#if defined(__has_attribute) && !defined(__SPIR__) && !defined(__SPIR64__) && !defined(__SPIRV64__)
#if __has_attribute(ext_vector_type)
#define LANES 32
typedef ushort Pairs __attribute__((ext_vector_type(LANES)));
typedef uchar Results __attribute__((ext_vector_type(LANES)));
#define RESULTS(pairs) __builtin_convertvector(pairs, Results)
#endif
#endif
#ifndef LANES
#define LANES 16
typedef ushort16 Pairs;
typedef uchar16 Results;
#define RESULTS(pairs) convert_uchar16(pairs)
#endif
#endif
typedef Pairs LoosePairs __attribute__((aligned(1), may_alias));
#define ALL(number) ((Pairs)(PAIR)(number))
#if TYPE == U16
#define PAIR uint
#else
#define PAIR ushort
#endif
#define SAMPLE_BITS (8 * (int)sizeof(ELEMENT))

INLINE Pairs added(__global const ELEMENT *row) {
  const Pairs pairs = *(__global const LoosePairs *)row;
  return (pairs & ALL(MOST)) + (pairs >> ALL(SAMPLE_BITS));
}

INLINE Results halved(__global const ELEMENT *above, __global const ELEMENT *below) {
  const Pairs sum = added(above) + added(below), is_odd = (sum >> ALL(2)) & ALL(1);
  return RESULTS((sum + ALL(1) + is_odd) >> ALL(2));
}

INLINE ELEMENT halved_one(__global const ELEMENT *above, __global const ELEMENT *below) {
  const uint sum = (uint)above[0] + above[1] + below[0] + below[1];
  return (sum + 1 + ((sum >> 2) & 1)) >> 2;
}
#endif
typedef Results LooseResults __attribute__((aligned(sizeof(ELEMENT)), may_alias));

// Computes the part of the result that begins at `left`, `top`, from the part of the source that begins at `held_x`,
// `held_y`.
__kernel void resize(IMAGE_IN(image), IMAGE_OUT(out), const int left, const int top, const int held_x,
                     const int held_y) {
  const int first = get_global_id(1) * ITEMS;
  const size_t bytes = (size_t)(out + out_offset) | (size_t)(out_stride * (long)sizeof(ELEMENT));
  const bool aligned = (bytes & (sizeof(Results) - 1)) == 0;
  for (int y = first; y < min(first + ITEMS, out_height); ++y) {
    __global const ELEMENT *above = ROW(image, 2 * (top + y) - held_y) + (2 * left - held_x);
    __global const ELEMENT *below = above + image_stride;
    __global ELEMENT *to = ROW(out, y);
    int x = 0;
    for (; aligned && x <= out_width - LANES; x += LANES)
      STORE_PAST(halved(above + 2 * x, below + 2 * x), (__global Results *)(to + x));
    for (; x <= out_width - LANES; x += LANES)
      *(__global LooseResults *)(to + x) = halved(above + 2 * x, below + 2 * x);
    for (; x < out_width; ++x) to[x] = halved_one(above + 2 * x, below + 2 * x);
  }
}
