// Images in the kernels of image ops. A program's defines and array.cl stand before this file. A sample is an ELEMENT.
//
// An image is five arguments: its memory, where its first sample is, the distance of its rows, in samples, and its size
// in pixels. Graph::launch sets all of them from one device image.

#ifndef CHANNELS
#define CHANNELS 3  // of a pixel, with alpha
#endif
#ifndef STREAM
#define STREAM 0  // 1: vectors are stored past the caches
#endif
#ifndef LOOSE
#define LOOSE 0  // 1: the device loads and stores vectors at any sample's address
#endif

#define INLINE static inline __attribute__((always_inline))

#define IMAGE_OF(type, name) \
  __global type *restrict name, const long name##_offset, const long name##_stride, const int name##_width, const int name##_height
#define IMAGE_IN(name) IMAGE_OF(const ELEMENT, name)
#define IMAGE_OUT(name) IMAGE_OF(ELEMENT, name)

// Where a row begins.
#define ROW(name, y) ((name) + (name##_offset + (long)(y) * name##_stride))

// The types of samples in memory. A half is its bits: PoCL 3.1 takes the address of a vector of halves for an aligned
// one.
#if TYPE == F16
#define BITS ushort
#else
#define BITS ELEMENT
#endif

#if TYPE == U8
#define MOST 255.0f
#elif TYPE == U16
#define MOST 65535.0f
#endif

#define FLOATS VECTOR(float)

// Whether all rows begin at whole vectors. GPUs load and store such vectors by words, others by bytes.
#define IS_ALIGNED(name)                                                               \
  ((((size_t)((name) + name##_offset) | (size_t)(name##_stride * (long)sizeof(BITS))) & \
    (sizeof(VECTOR(BITS)) - 1)) == 0)

// PoCL 3.1 splits vectors at other addresses into samples, unless their type states the alignment.
#if LOOSE
typedef VECTOR(BITS) LOOSE_BITS __attribute__((aligned(sizeof(BITS))));
#define LOAD_LOOSE(p) (*(__global const LOOSE_BITS *)(p))
#define STORE_LOOSE(v, p) (*(__global LOOSE_BITS *)(p) = (v))
#else
#define LOAD_LOOSE(p) LOAD_PLAIN((__global const BITS *)(p), 0)
#define STORE_LOOSE(v, p) STORE_PLAIN(v, (__global BITS *)(p), 0)
#endif

INLINE VECTOR(BITS) load_bits(__global const ELEMENT *p, const bool aligned) {
  if (aligned) return *(__global const VECTOR(BITS) *)p;
  return LOAD_LOOSE(p);
}

INLINE void store_bits(const VECTOR(BITS) v, __global ELEMENT *p, const bool aligned) {
#if STREAM && defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
  if (aligned) {
    __builtin_nontemporal_store(v, (__global VECTOR(BITS) *)p);
    return;
  }
#endif
#endif
  if (aligned)
    *(__global VECTOR(BITS) *)p = v;
  else
    STORE_LOOSE(v, p);
}

// KEEP() stores a vector as samples of a private array, and KEPT() loads it.
#if VEC == 1
#define KEEP(v, samples) ((samples)[0] = (v))
#define KEPT(samples) ((samples)[0])
#else
#define KEEP(v, samples) JOIN(vstore, VEC)(v, 0, samples)
#define KEPT(samples) JOIN(vload, VEC)(0, samples)
#endif

// Samples as floats, for ops that compute. Ops that only copy have other types, too.
#if TYPE == U8 || TYPE == U16 || TYPE == F16 || TYPE == F32
INLINE FLOATS floats_of(const VECTOR(BITS) bits) {
#if TYPE == F16
  return LOAD_HALF((const half *)&bits, 0);
#else
  return CONVERT(float, bits);
#endif
}

// Integers round to nearest even and saturate: 2^23 + v holds the rounded integer in its low bits.
INLINE VECTOR(BITS) bits_of(const FLOATS v) {
#if TYPE == U8 || TYPE == U16
  return CONVERT(BITS, JOIN(as_, VECTOR(uint))(fmin(fmax(v, (FLOATS)0.0f), (FLOATS)MOST) + 8388608.0f));
#elif TYPE == F16
  VECTOR(ushort) bits;
  STORE_HALF(v, (half *)&bits, 0);
  return bits;
#else
  return v;
#endif
}

// Stores a single sample. Integers round as in bits_of(): PoCL converts with saturation four times slower.
INLINE void store_rounded(const float v, __global ELEMENT *p) {
#if TYPE == U8 || TYPE == U16
  *p = (ELEMENT)as_uint(fmin(fmax(v, 0.0f), MOST) + 8388608.0f);
#else
  STORE_ONE(v, p, 0);
#endif
}
#endif

// Loads and stores a pixel of all channels as floats, at any sample.
#if CHANNELS == 1
#define PIXEL float
#define PIXEL_OF(type) type
#define PIXEL_AT(p) (*(p))
#define PUT_PIXEL(v, p) (*(p) = (v))
#else
#define PIXEL PIXEL_OF(float)
#define PIXEL_OF(type) JOIN(type, CHANNELS)
#define PIXEL_AT(p) JOIN(vload, CHANNELS)(0, p)
#define PUT_PIXEL(v, p) JOIN(vstore, CHANNELS)(v, 0, p)
#endif

#if TYPE == F16 && CHANNELS == 1
#define LOAD_PIXEL(p) vload_half(0, p)
#elif TYPE == F16
#define LOAD_PIXEL(p) HALVES_AT(CHANNELS, p)
#else
#define LOAD_PIXEL(p) JOIN(convert_, PIXEL)(PIXEL_AT(p))
#endif
