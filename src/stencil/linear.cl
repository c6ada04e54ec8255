// Linear stencils: sums of taps times pixels, all masks at once. Each output adds its taps row by row from the top left,
// in every schedule, so that all schedules give the same bits.

#ifndef MASKS
#define MASKS 2
#define COEFFICIENT float  // of taps, and of delta where AFFINE is 0
#define LITERAL 1
#define TAPS {1, 2, 1, 0, 0, 0, -1, -2, -1, 1, 0, -1, 2, 0, -2, 1, 0, -1}
#define SCALE 1.0f
#define DELTA 0.0f
#define UNROLL_TAPS 1
#define AFFINE 1           // the result is scale * sum + delta in float; 0: sum + delta in the sum's own type
#define COMBINE 0          // the op's own function makes one output of the sums
#endif

#if AFFINE
#define OFFSET float
#else
#define OFFSET COEFFICIENT
#endif

// What a kernel of this skeleton takes beside images.
#if LITERAL
__constant COEFFICIENT taps[MASKS * KSIZE_Y * KSIZE_X] = TAPS;
#define PARAMETERS
#define PARAMETER_ARGS
#else
#define PARAMETERS , __constant COEFFICIENT *restrict taps, const float scale, const OFFSET delta
#define PARAMETER_ARGS , taps, scale, delta
#define SCALE scale
#define DELTA delta
#endif

#if UNROLL_TAPS
#define UNROLL_IF_SMALL UNROLL
#else
#define UNROLL_IF_SMALL _Pragma("unroll 1")
#endif

// A fused multiply-add where the device has one, else two rounded steps: either way the same in every schedule.
#if FAST_FMA
#define MULTIPLY_ADD_F32(a, b, c) fma(a, b, c)
#else
#define MULTIPLY_ADD_F32(a, b, c) ((a) * (b) + (c))
#endif
#if ARITH_TYPE == F32
#define MULTIPLY_ADD(a, b, c) MULTIPLY_ADD_F32(a, b, c)
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

// Adds pixel v under the taps (kx, ky) of all masks. Taps of zero do not exist: they would turn an infinite pixel into
// NaN.
INLINE void add_pixel(PIXEL *sums, int kx, int ky, PIXEL v PARAMETERS) {
  UNROLL for (int mask = 0; mask < MASKS; ++mask) {
    const COEFFICIENT tap = taps[(mask * KSIZE_Y + ky) * KSIZE_X + kx];
    if (tap != 0) sums[mask] = MULTIPLY_ADD((PIXEL)tap, v, sums[mask]);
  }
}

INLINE void finish(const PIXEL *sums, RESULT *results PARAMETERS) {
#if COMBINE
  results[0] = OP(sums);
#else
  UNROLL for (int k = 0; k < OUTPUTS; ++k) {
#if AFFINE
    results[k] = MULTIPLY_ADD_F32(TO_RESULT(sums[k]), (RESULT)SCALE, (RESULT)DELTA);
#else
    results[k] = sums[k] + (RESULT)DELTA;
#endif
  }
#endif
}

// The outputs of VEC samples at (x, y) and the ITEMS_Y - 1 rows below.
void block_results(IMAGE, int x, int y, RESULT *results PARAMETERS) {
  PIXEL sums[ITEMS_Y * MASKS];
  UNROLL for (int k = 0; k < ITEMS_Y * MASKS; ++k) sums[k] = (PIXEL)0;
#if STAGING == STAGE_WINDOW
  UNROLL_IF_SMALL for (int row = 0; row < ITEMS_Y + KSIZE_Y - 1; ++row) {
    READ_ROW(x, y + row - RADIUS_Y);
    UNROLL_IF_SMALL for (int kx = 0; kx < KSIZE_X; ++kx) {
      const PIXEL v = READ(kx - RADIUS_X);
      UNROLL for (int j = 0; j < ITEMS_Y; ++j)
        if (row >= j && row < j + KSIZE_Y) add_pixel(sums + j * MASKS, kx, row - j, v PARAMETER_ARGS);
    }
  }
#else
  UNROLL for (int j = 0; j < ITEMS_Y; ++j)
    UNROLL_IF_SMALL for (int ky = 0; ky < KSIZE_Y; ++ky) {
      READ_ROW(x, y + j + ky - RADIUS_Y);
      UNROLL_IF_SMALL for (int kx = 0; kx < KSIZE_X; ++kx)
        add_pixel(sums + j * MASKS, kx, ky, READ(kx - RADIUS_X) PARAMETER_ARGS);
    }
#endif
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) finish(sums + j * MASKS, results + j * OUTPUTS PARAMETER_ARGS);
}

// The outputs of any VEC pixels, one a lane.
void lane_results(IMAGE, const Lanes *lanes, RESULT *results PARAMETERS) {
  PIXEL sums[MASKS];
  UNROLL for (int mask = 0; mask < MASKS; ++mask) sums[mask] = (PIXEL)0;
  for (int ky = 0; ky < KSIZE_Y; ++ky)
    for (int kx = 0; kx < KSIZE_X; ++kx)
      add_pixel(sums, kx, ky, gather(IMAGE_ARGS, lanes, kx - RADIUS_X, ky - RADIUS_Y) PARAMETER_ARGS);
  finish(sums, results PARAMETER_ARGS);
}
