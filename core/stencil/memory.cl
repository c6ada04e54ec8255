// How samples and vectors of samples are loaded from global memory and stored there.

#ifndef BEFORE
#define BEFORE(v) (v)  // the value that a load makes of sample v, see prologue.cl
#define BEFORE_ONE(v) (v)
#endif

#ifndef GENERAL
#define GENERAL 0  // see general.cl
#endif

#ifndef ALIGNED
#define ALIGNED 0        // blocks lie at multiples of their vectors' size
#define STREAM 0         // stores go past the caches
#define LOOSE_VECTORS 0  // the device loads and stores vectors at any sample's address
#endif

// PoCL 3.1 splits vload and vstore into samples and joins only some again. So the types state the address's alignment.
#if LOOSE_VECTORS && VEC > 1 && VEC <= 16
#define HAS_LOOSE 1
#define DEFINE_LOOSE(type) typedef VECTOR(type) JOIN(loose_, type) __attribute__((aligned(sizeof(type))))
DEFINE_LOOSE(uchar);
DEFINE_LOOSE(ushort);
DEFINE_LOOSE(float);
#if SUMS_HALVES
DEFINE_LOOSE(half);
#endif
#define LOAD_LOCAL(type, p) (*(__local const JOIN(loose_, type) *)(p))
#define STORE_LOCAL(type, v, p) (*(__local JOIN(loose_, type) *)(p) = (v))
#else
#define HAS_LOOSE 0
#define LOAD_LOCAL(type, p) LOAD_PLAIN(p)
#define STORE_LOCAL(type, v, p) STORE_PLAIN(v, p)
#endif

#if ALIGNED
#define LOAD_BITS(type, p) (*(__global const VECTOR(type) *)(p))
#define STORE_BITS(type, v, p) (*(__global VECTOR(type) *)(p) = (v))
#elif HAS_LOOSE
#define LOAD_BITS(type, p) (*(__global const JOIN(loose_, type) *)(p))
#define STORE_BITS(type, v, p) (*(__global JOIN(loose_, type) *)(p) = (v))
#else
#define LOAD_BITS(type, p) LOAD_PLAIN((__global const type *)(p))
#define STORE_BITS(type, v, p) STORE_PLAIN(v, (__global type *)(p))
#endif

#if STORED_TYPE == F16
#define DST_BITS ushort
#else
#define DST_BITS DST
#endif

#define STORAGE_BUFFER 0
#define STORAGE_IMAGE_BUFFER 1
#define STORAGE_IMAGE 2
#define STORAGE_IMAGE_ARRAY 3

#ifndef LAYERED
#define LAYERED 0  // images have layers, and launches a third dimension, which counts them
#endif

#if LAYERED
#define LAYER_OF_LAUNCH ((int)get_global_id(2))
#else
#define LAYER_OF_LAUNCH 0
#endif

#ifndef STORED_IN
#define STORED_IN STORAGE_BUFFER  // where results go
#endif
#define TO_IMAGE (STORED_IN != STORAGE_BUFFER)

// A texel is a sample's bits: see core/ocl/image_object.hpp. In an image buffer its place is that in the buffer. In the
// other objects `offset` and the lower half of `stride` are the column and the row at which the image's first sample
// would lie; the upper half is the object's first layer.
#if TO_IMAGE
#if STORED_IN == STORAGE_IMAGE_BUFFER
#define RESULTS __write_only image1d_buffer_t
#define TEXEL_PLACE (int)(offset + y * stride + x)
#elif STORED_IN == STORAGE_IMAGE
#define RESULTS __write_only image2d_t
#define TEXEL_PLACE (int2)(x + (int)offset, y + (int)stride)
#else
#define RESULTS __write_only image2d_array_t
#define TEXEL_PLACE (int4)(x + (int)offset, y + (int)stride, (int)(stride >> 32) + LAYER_OF_LAUNCH, 0)
#endif
INLINE void store_texel(STORED_SAMPLE v, RESULTS dst, const long offset, const long stride, int x, int y) {
#if STORED_TYPE == F32
  const uint bits = as_uint(v);
#elif STORED_TYPE == F16
  ushort bits;
  vstore_half_rte(v, 0, (half *)&bits);
#else
  const uint bits = v;
#endif
  write_imageui(dst, TEXEL_PLACE, (uint4)(bits, 0, 0, 0));
}
#else
#define RESULTS __global DST *restrict
#endif

#ifdef STORE_PAST_CACHES
#define STREAM_BITS(v, p) STORE_PAST_CACHES(v, (__global VECTOR(DST_BITS) *)(p))
#endif

// Whether the builtin may store all rows from p on. It takes its address for one at the vector's alignment, and may
// fault elsewhere.
INLINE bool may_stream(const __global DST *p, const long stride) {
#if STREAM && defined(STREAM_BITS)
  return ALIGNED || (((size_t)p | (size_t)(stride * sizeof(DST_BITS))) & (sizeof(VECTOR(DST_BITS)) - 1)) == 0;
#else
  return false;
#endif
}

INLINE void store_bits(VECTOR(DST_BITS) v, __global DST_BITS *p, bool stream) {
#if STREAM && defined(STREAM_BITS)
  if (stream)
    STREAM_BITS(v, p);
  else
#endif
    STORE_BITS(DST_BITS, v, p);
}

#if MEMORY_TYPE == F16 && !SUMS_HALVES
#define LOAD_ONE(p) vload_half(0, p)
#else
#define LOAD_ONE(p) BEFORE_ONE(*(p))
#endif

#if MEMORY_TYPE == F16 && SUMS_HALVES
#define LOAD(p) JOIN(as_, VECTOR(half))(LOAD_BITS(ushort, p))
#elif MEMORY_TYPE != F16
#define LOAD(p) BEFORE(LOAD_BITS(SRC, p))
#elif VEC == 1
#define LOAD(p) LOAD_ONE(p)
#else
// PoCL 3.1 takes the address of a vector of halves for an aligned one, so the bits go through an aligned variable.
INLINE VECTOR(float) load_half(__global const half *p) {
  const VECTOR(ushort) bits = LOAD_BITS(ushort, p);
  return JOIN(vload_half, VEC)(0, (const half *)&bits);
}
#define LOAD(p) load_half(p)
#endif

#if STORED_TYPE == F16
INLINE void store_half(VECTOR(float) v, __global half *p, bool stream) {
  VECTOR(ushort) bits;
#if VEC == 1
  vstore_half_rte(v, 0, (half *)&bits);
#else
  JOIN(JOIN(vstore_half, VEC), _rte)(v, 0, (half *)&bits);
#endif
  store_bits(bits, (__global ushort *)p, stream);
}
#define STORE(v, p, stream) store_half(v, p, stream)
#define STORE_ONE(v, p) vstore_half_rte(v, 0, p)
#else
#define STORE(v, p, stream) store_bits(v, p, stream)
#define STORE_ONE(v, p) (*(p) = (v))
#endif
