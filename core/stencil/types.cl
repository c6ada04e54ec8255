// Types and conversions of the stencil kernels. The composer puts the defines of one program in front of this file. The
// defaults below let every file compile by itself.
//
// An image of C interleaved channels is treated as one of one channel whose horizontal taps lie C samples apart.

#pragma OPENCL FP_CONTRACT OFF  // every schedule must round alike

// array.cl has some of these codes, too, with the same values.
#define U8 1
#define U16 3
#define I16 4
#define U32 5
#define I32 6
#define I64 8
#define F16 9
#define F32 10
#define U16X2 12
#define FIXED16 13  // n in 16 bits stands for n / 256

#ifndef PACKED
#define PACKED 0  // see packed.cl
#endif
#ifndef WORD_LOADS
#define WORD_LOADS PACKED  // see words.cl
#endif

#ifndef SRC_TYPE
#if SUMS_HALVES
#define SRC_TYPE F16
#define DST_TYPE F16
#else
#define SRC_TYPE U8    // of the input's samples
#define DST_TYPE U8    // of the results' samples
#endif
#if PACKED
#define ARITH_TYPE U16X2
#define RESULT_TYPE U8
#elif SUMS_HALVES
#define ARITH_TYPE F16
#define RESULT_TYPE F32
#else
// The type of the arithmetic: F32, F16, I16, I32, I64, the input's own U8 or U16, U16X2 for pairs of lanes, U32 for
// running sums, or FIXED16.
#define ARITH_TYPE F32
#define RESULT_TYPE F32 // of what is stored: ARITH_TYPE, or F32 where an integer sum is scaled; of pairs DST_TYPE or F32
#endif
#define CHANNELS 3
#define KEEP_ALPHA 0   // the last channel is copied from the input
#define VEC 4          // samples per load
#define RADIUS_X 1     // of the window, in pixels
#define RADIUS_Y 1
#define OUTPUTS 1
#endif

#ifndef SUMS_HALVES
#define SUMS_HALVES (ARITH_TYPE == F16)  // the device has cl_khr_fp16, see half_sums.hpp
#endif
#if SUMS_HALVES
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#ifndef MEMORY_TYPE
#define MEMORY_TYPE SRC_TYPE  // of samples in memory, before functions change them as they are loaded: see prologue.cl
#endif

#ifndef PRODUCED
#define PRODUCED 0  // windows hold what another filter makes, see producer.cl
#define PRODUCER_RADIUS_X 0
#define PRODUCER_RADIUS_Y 0
#endif

#ifndef STORED_TYPE
#define STORED_TYPE DST_TYPE  // of samples in the outputs' memory, after functions change results: see epilogue.cl
#endif

#define KSIZE_X (2 * RADIUS_X + 1)
#define KSIZE_Y (2 * RADIUS_Y + 1)
#define HALO (RADIUS_X * CHANNELS)  // samples of a window on each side of its centre

// For functions that take arrays of vectors: a call that is not inlined would keep the arrays in memory.
#define INLINE static inline __attribute__((always_inline))

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#if VEC == 1
#define VECTOR(type) type
#define LOAD_PLAIN(p) (*(p))
#define STORE_PLAIN(v, p) (*(p) = (v))
#elif VEC > 16  // see wide.cl
#define VECTOR(type) JOIN(type, VEC)
#define LOAD_PLAIN(p) load_wide(p)
#define STORE_PLAIN(v, p) store_wide(v, p)
#else
#define VECTOR(type) JOIN(type, VEC)
#define LOAD_PLAIN(p) JOIN(vload, VEC)(0, p)
#define STORE_PLAIN(v, p) JOIN(vstore, VEC)(v, 0, p)
#endif

#if VEC > 16
#define CONVERT(type, v) __builtin_convertvector(v, VECTOR(type))
#else
#define CONVERT(type, v) JOIN(convert_, VECTOR(type))(v)
#endif

// SRC is a sample in memory, SAMPLE what a load makes of it.
#if MEMORY_TYPE == U8
#define SRC uchar
#elif MEMORY_TYPE == U16
#define SRC ushort
#elif MEMORY_TYPE == F16
#define SRC half
#else
#define SRC float
#endif
#if SRC_TYPE == U8
#define SAMPLE uchar
#elif SRC_TYPE == U16
#define SAMPLE ushort
#elif SUMS_HALVES
#define SAMPLE half
#else
#define SAMPLE float
#endif

// ARITH is one lane of PIXEL. For packed lanes it is a pair of lanes.
#if ARITH_TYPE == F32
#define ARITH float
#elif ARITH_TYPE == F16
#define ARITH half
#elif ARITH_TYPE == I16
#define ARITH short
#elif ARITH_TYPE == I32
#define ARITH int
#elif ARITH_TYPE == I64
#define ARITH long
#elif ARITH_TYPE == U8
#define ARITH uchar
#elif ARITH_TYPE == U16 || ARITH_TYPE == FIXED16
#define ARITH ushort
#else
#define ARITH uint
#endif

// PIXEL holds VEC samples in computations; LANE is one sample that is yet to be put into it.
#if !PACKED
#define PIXEL VECTOR(ARITH)
#define LANE ARITH
#if ARITH_TYPE == FIXED16
#define TO_ARITH(v) ((ARITH)((v) << 8))
#define TO_PIXEL(v) (CONVERT(ARITH, v) << (ARITH)8)
#else
#define TO_ARITH(v) ((ARITH)(v))
#define TO_PIXEL(v) CONVERT(ARITH, v)
#endif
#define LESSER(a, b) min(a, b)
#define GREATER(a, b) max(a, b)
#else
#define LANE SAMPLE
#define TO_PIXEL(v) pack(v)
#define LESSER(a, b) lesser(a, b)
#define GREATER(a, b) greater(a, b)
#if VEC == 4
#define PIXEL uint2
#elif VEC == 8
#define PIXEL uint4
#else
#define PIXEL uint8
#endif
#endif

// RESULT is an output before it is stored; FLAG is the integer that select() takes for a lane of it.
#if RESULT_TYPE == F32
#define RESULT_LANE float
#elif RESULT_TYPE == ARITH_TYPE
#define RESULT_LANE ARITH
#elif RESULT_TYPE == U8
#define RESULT_LANE uchar
#else
#define RESULT_LANE ushort
#endif
#if RESULT_TYPE == F32 || RESULT_TYPE == I32
#define FLAG int
#elif RESULT_TYPE == I64
#define FLAG long
#elif RESULT_TYPE == U8
#define FLAG char
#else
#define FLAG short
#endif

#define RESULT VECTOR(RESULT_LANE)
#define TO_RESULT(v) CONVERT(RESULT_LANE, v)

#if DST_TYPE == U8
#define DST_SAMPLE uchar
#define DST_MAX 255.0f
#elif DST_TYPE == U16
#define DST_SAMPLE ushort
#define DST_MAX 65535.0f
#else
#define DST_SAMPLE float
#define DST_MAX 1.0f
#endif

// DST is an output's sample in memory, STORED_SAMPLE what a store takes for it.
#if STORED_TYPE == U8
#define DST uchar
#define STORED_SAMPLE uchar
#elif STORED_TYPE == U16
#define DST ushort
#define STORED_SAMPLE ushort
#elif STORED_TYPE == F16
#define DST half
#define STORED_SAMPLE float
#else
#define DST float
#define STORED_SAMPLE float
#endif

// Integers round to nearest even and saturate. NaN becomes 0, because fmax() prefers the number. 2^23 + v holds the
// rounded integer in its low bits: GPUs add at eight times the rate at which they round and convert floats.
#ifndef IN_RANGE
#define IN_RANGE 0  // no result of the masks lies outside what the output's type holds
#endif
#ifndef NOT_NEGATIVE
#define NOT_NEGATIVE 0  // no result is below 0; it may be NaN
#endif
#if IN_RANGE
#define TO_RANGE(v) (v)
#elif NOT_NEGATIVE && (SRC_TYPE == U8 || SRC_TYPE == U16)  // floats may be NaN
#define TO_RANGE(v) fmin(v, (RESULT)DST_MAX)
#else
#define TO_RANGE(v) fmin(fmax(v, (RESULT)0.0f), (RESULT)DST_MAX)
#endif
#if VEC > 16
#define AS_UINT(v) __builtin_astype(v, VECTOR(uint))
#else
#define AS_UINT(v) JOIN(as_, VECTOR(uint))(v)
#endif
#if DST_TYPE == F16 || DST_TYPE == F32
#define TO_DST(v) CONVERT(float, v)
#elif RESULT_TYPE == F32
#define TO_DST(v) CONVERT(DST_SAMPLE, AS_UINT(TO_RANGE(v) + 8388608.0f))
#elif RESULT_TYPE == I16 && DST_TYPE == U16
#define TO_DST(v) CONVERT(DST_SAMPLE, max(v, (RESULT)0))
#elif RESULT_TYPE == I16 || RESULT_TYPE == I32 || RESULT_TYPE == I64
#define TO_DST(v) CONVERT(DST_SAMPLE, clamp(v, (RESULT)0, (RESULT)((RESULT_LANE)DST_MAX)))
#elif RESULT_TYPE == U16 && DST_TYPE == U8
#define TO_DST(v) CONVERT(DST_SAMPLE, min(v, (RESULT)255))
#else
#define TO_DST(v) CONVERT(DST_SAMPLE, v)
#endif
