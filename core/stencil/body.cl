// The macros that an op's own function uses.
//
// A window op:      PIXEL median(WINDOW) { ... AT(dx, dy) ... }       dx in -RADIUS_X..RADIUS_X, dy likewise; `item_row`
//                   numbers the windows below each other of a work-item
// A combining op:   RESULT gradient(SUMS) { ... SUM(0), SUM(1) ... }  the sums of its masks, as floats, and `number`,
//                                                                     the op's own parameter
//
// Values of a window are PIXEL: VEC lanes of ARITH, a scalar where VEC is 1, or pairs of lanes (packed.cl). An op of
// native arithmetic uses only LESSER(a, b) and GREATER(a, b) on them, lane by lane, so that two samples may share a
// word. Indices are known after unrolling: the window stays in registers, and pixels that the op does not ask for are
// not loaded. INSIDE(dx, dy) is 1 where that pixel lies in the image and 0 elsewhere. It exists only with NEEDS_INSIDE.
//
// OTHERS is the number of images beside the first. With it, AT(k, dx, dy) reads the k-th input. OP_SECOND makes the
// second output of an op that has two.
//
// With BODY_ARGUMENTS the function of a window op has numbers of its own, numbers[k], an argument of the kernel. It
// also knows its place: `samples` and `rows` are the coordinates of its lanes in the image that the kernel takes. That
// image's first pixel is pixel (place.x, place.y) of a whole image of place.z x place.w pixels.

#ifndef NEEDS_INSIDE
#define NEEDS_INSIDE !PACKED
#endif

#define WINDOW_INDEX(dx, dy) (((dy) + RADIUS_Y) * KSIZE_X + (dx) + RADIUS_X)

#ifndef BODY_ARGUMENTS
#define BODY_ARGUMENTS 0
#endif
#if BODY_ARGUMENTS
#define BODY_PARAMETERS                                    \
  BODY_OPERANDS(DECLARE, IF_OTHER1, IF_OTHER2, IF_OTHER3), \
      const float4 border_value, const VECTOR(int) samples, const VECTOR(int) rows
#else
#define BODY_PARAMETERS
#endif

#ifndef OTHERS
#define OTHERS 0
#endif
#if OTHERS >= 1
#define IF_OTHER1(operands) operands
#else
#define IF_OTHER1(operands)
#endif
#if OTHERS >= 2
#define IF_OTHER2(operands) operands
#else
#define IF_OTHER2(operands)
#endif
#if OTHERS >= 3
#define IF_OTHER3(operands) operands
#else
#define IF_OTHER3(operands)
#endif

// The other inputs as arguments, which one function passes to the next.
#define NAME_OTHER(k) , other##k, other_offset##k, other_stride##k, other_held##k
#define OTHER_ARGS IF_OTHER1(NAME_OTHER(1)) IF_OTHER2(NAME_OTHER(2)) IF_OTHER3(NAME_OTHER(3))

#if OTHERS
#define AT(k, dx, dy)                      \
  ((k) == 0 ? window[WINDOW_INDEX(dx, dy)] \
            : other_pixel(k, dx, dy, numbers, place OTHER_ARGS, border_value, samples, rows))
INLINE PIXEL other_pixel(const int k, const int dx, const int dy BODY_PARAMETERS);  // see others.cl
#else
#define AT(dx, dy) window[WINDOW_INDEX(dx, dy)]
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

// The function in the op's file is defined later and takes its linkage from this declaration.
#if defined(OP) && defined(MASKS)
INLINE RESULT OP(SUMS);
#elif defined(OP)
INLINE PIXEL OP(WINDOW);
#ifdef OP_SECOND
INLINE PIXEL OP_SECOND(WINDOW);
#endif
#endif
