// What an op's own function is written against.
//
// A window op:      PIXEL median(WINDOW) { ... AT(dx, dy) ... }       dx in -RADIUS_X..RADIUS_X, dy likewise; `item_row`
//                   numbers the windows below each other of a work-item
// A combining op:   RESULT gradient(SUMS) { ... SUM(0), SUM(1) ... }  the sums of its masks, as floats, and `number`,
//                                                                     the op's own parameter
//
// Values of a window are PIXEL: VEC lanes of ARITH, a scalar where VEC is 1, or pairs of lanes (packed.cl). An op of
// native arithmetic does nothing with them but LESSER(a, b) and GREATER(a, b), lane by lane, so that two may lie in a
// word. Indices are known after unrolling, so the window stays in registers and what is not asked for is not loaded.
// INSIDE(dx, dy), only with NEEDS_INSIDE, is 1 where that pixel lies in the image and 0 elsewhere.
//
// With BODY_ARGUMENTS the function of a window op has numbers of its own, numbers[k], which are an argument of the
// kernel, and knows where it is: `samples` and `rows` are those of its lanes in what the kernel takes for the image,
// whose first pixel is (place.x, place.y) of an image of place.z x place.w.

#ifndef NEEDS_INSIDE
#define NEEDS_INSIDE !PACKED
#endif

#define WINDOW_INDEX(dx, dy) (((dy) + RADIUS_Y) * KSIZE_X + (dx) + RADIUS_X)
#define AT(dx, dy) window[WINDOW_INDEX(dx, dy)]

#ifndef BODY_ARGUMENTS
#define BODY_ARGUMENTS 0
#endif
#if BODY_ARGUMENTS
#define BODY_PARAMETERS \
  , __constant float *restrict numbers, const int4 place, const VECTOR(int) samples, const VECTOR(int) rows
#else
#define BODY_PARAMETERS
#endif

#if NEEDS_INSIDE
#define WINDOW const PIXEL *window, const int item_row, const PIXEL *inside BODY_PARAMETERS
#define INSIDE(dx, dy) inside[WINDOW_INDEX(dx, dy)]
#else
#define WINDOW const PIXEL *window, const int item_row BODY_PARAMETERS
#endif

#define SUMS const RESULT *sums, const float number
#define SUM(k) sums[k]

#define UNROLL _Pragma("unroll")

// The definition in the op's file takes its linkage from here.
#if defined(OP) && defined(MASKS)
INLINE RESULT OP(SUMS);
#elif defined(OP)
INLINE PIXEL OP(WINDOW);
#endif
