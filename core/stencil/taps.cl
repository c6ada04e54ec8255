// What the skeletons of linear stencils share: taps and other parameters, the multiply-add, and the conversion of sums
// to results.

#ifndef MASKS
#define MASKS 2
#define COEFFICIENT ARITH  // the type of taps
#define LITERAL (!GENERAL)
#define TAPS {1, 2, 1, 0, 0, 0, -1, -2, -1, 1, 0, -1, 2, 0, -2, 1, 0, -1}  // mask by mask, see the skeletons
#if LITERAL
#define SCALE 1.0f
#define DELTA 0.0f
#endif
#define UNROLL_TAPS 1
#define AFFINE 1           // 1: the result is scale * sum + delta in float; 0: it is sum + delta in the sum's own type
#define COMBINE 0          // 1: the op's own function makes one output of the sums
#endif

// The type of delta.
#if AFFINE || COMBINE
#define OFFSET float
#else
#define OFFSET COEFFICIENT
#endif

// TAP is an element of the argument `taps`.
#if GENERAL
#if ARITH_TYPE == I16 || ARITH_TYPE == FIXED16
#define TAP_VALUE int
#elif ARITH_TYPE == F16
#define TAP_VALUE float
#else
#define TAP_VALUE COEFFICIENT
#endif
typedef struct {
  int dx;  // in pixels
  int dy;
  TAP_VALUE values[MASKS];  // one tap of each mask
} Tap;
#define TAP Tap
#else
#define TAP COEFFICIENT
#endif

// What a kernel of this skeleton takes beside images. Where sums are combined, `delta` is the op's own number.
#if LITERAL
__constant COEFFICIENT taps[] = TAPS;
#define PARAMETERS
#define PARAMETER_ARGS
#else
#define PARAMETERS TAP_OPERANDS(DECLARE, IF_GENERAL)
#if GENERAL
#define PARAMETER_ARGS , taps, tap_counts, scale, delta
#else
#define PARAMETER_ARGS , taps, scale, delta
#endif
#define SCALE scale
#define DELTA delta
#endif

#if UNROLL_TAPS
#define UNROLL_IF_SMALL UNROLL
#else
#define UNROLL_IF_SMALL _Pragma("unroll 1")
#endif

#if ARITH_TYPE == F32
#define MULTIPLY_ADD(a, b, c) MULTIPLY_ADD_F32(a, b, c)
#elif ARITH_TYPE == F16
#define MULTIPLY_ADD(a, b, c) MULTIPLY_ADD_F16(a, b, c)
#elif ARITH_TYPE == FIXED16
#define MULTIPLY_ADD(a, b, c) (upper_halves(a, b) + (c))
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

// The bytes of sums of 16 bits with 8 bits of fraction, see fixed_point.hpp.
#if ARITH_TYPE == FIXED16
INLINE RESULT bytes_of_fixed(PIXEL sums, ARITH addend) { return TO_RESULT((sums + (PIXEL)addend) >> (PIXEL)8); }
#endif

// A scale as a whole number. When the program is composed, it is proved to give the same bytes for every sum of 16
// bits.
#ifndef SHORT_MULTIPLIER
#define SHORT_MULTIPLIER 0  // 0: no such number
#define SHORT_RAISE 0
#define SHORT_ADDEND 0
#define SHORT_SHIFT 0
#define SHORT_CLAMPED 0     // results may be over 255
#endif
#if SHORT_MULTIPLIER
INLINE RESULT bytes_of_shorts(PIXEL sums) {
  VECTOR(ushort) raised = CONVERT(ushort, sums) << (VECTOR(ushort))SHORT_RAISE;
#if SHORT_ADDEND < 0  // what is below 0 counts as 0
  raised = max(raised, (VECTOR(ushort))(-(SHORT_ADDEND))) - (VECTOR(ushort))(-(SHORT_ADDEND));
#else
  raised += (VECTOR(ushort))SHORT_ADDEND;
#endif
  VECTOR(ushort) bytes = upper_halves(raised, (VECTOR(ushort))SHORT_MULTIPLIER) >> (VECTOR(ushort))SHORT_SHIFT;
#if SHORT_CLAMPED
  bytes = min(bytes, (VECTOR(ushort))255);
#endif
  return CONVERT(uchar, bytes);
}
#endif

#if !PACKED
#define FIRST_SUM 0
#define RESULT_OF_SUM(sum) TO_RESULT(sum)
#elif RESULT_TYPE == F32
#define RESULT_OF_SUM(sum) floats_of_sums(sum)
#endif

#if !PACKED || !RUNNING
// Adding 0 changes only the sign of a zero, which integers do not have.
#if LITERAL && (DST_TYPE == U8 || DST_TYPE == U16)
#define NOTHING_ADDED DELTA == 0
#else
#define NOTHING_ADDED 0
#endif

INLINE void finish(const PIXEL *sums, RESULT *results PARAMETERS) {
#if COMBINE
  RESULT values[MASKS];
  UNROLL for (int mask = 0; mask < MASKS; ++mask) values[mask] = RESULT_OF_SUM(sums[mask]);
  results[0] = OP(values, DELTA);
#else
  UNROLL for (int k = 0; k < OUTPUTS; ++k) {
#if PACKED && RESULT_TYPE == U8
    results[k] = bytes_of_sums(sums[k]);
#elif ARITH_TYPE == FIXED16
    results[k] = bytes_of_fixed(sums[k], DELTA);
#elif SHORT_MULTIPLIER
    results[k] = bytes_of_shorts(sums[k]);
#elif AFFINE
    results[k] = MULTIPLY_ADD_F32(RESULT_OF_SUM(sums[k]), (RESULT)SCALE, (RESULT)DELTA);
#else
    results[k] = RESULT_OF_SUM(sums[k]);
    if (!(NOTHING_ADDED)) results[k] += (RESULT)DELTA;
#endif
  }
#endif
}
#endif
