// Window stencils: the op's own function on the pixels of the window, held in registers.

#ifndef OP
#define OP lenslet_centre
INLINE PIXEL lenslet_centre(WINDOW) { return AT(0, 0); }
#endif

// A program whose op has numbers of its own takes them beside images, and passes them to the op's function.
#if BODY_ARGUMENTS
#define PARAMETERS BODY_OPERANDS(DECLARE, IF_OTHER1, IF_OTHER2, IF_OTHER3)
#define PARAMETER_ARGS , numbers, place OTHER_ARGS
#define BODY_ARGS(samples, rows) , numbers, place OTHER_ARGS, border_value, samples, rows
#else
#define PARAMETERS
#define PARAMETER_ARGS
#define BODY_ARGS(samples, rows)
#endif
#define BODY_ARGS_OF_ROW(x, y) BODY_ARGS(LANES_UPWARD + (x), (VECTOR(int))(y))
#define BODY_ARGS_OF_LANES(lanes)                                         \
  BODY_ARGS((lanes)->x + (DOWN(lanes) ? (VECTOR(int))0 : LANES_UPWARD), \
            (lanes)->y + (DOWN(lanes) ? LANES_UPWARD : (VECTOR(int))0))

#if PACKED
#define CALL_OP(op, pixels, inside, row, body) unpack(op(pixels, row))
#elif NEEDS_INSIDE
#define CALL_OP(op, pixels, inside, row, body) op(pixels, row, inside body)
#else
#define CALL_OP(op, pixels, inside, row, body) op(pixels, row body)
#endif

#if STAGING != STAGE_DIRECT
#define STAGED_ROWS (ITEMS_Y + KSIZE_Y - 1)
#else
#define STAGED_ROWS KSIZE_Y
#endif

#if READS_LANES && STAGED_ROWS * KSIZE_X * VEC > 100
#define UNROLL_READS _Pragma("unroll 1")
#else
#define UNROLL_READS UNROLL
#endif

// Reads `rows` rows of KSIZE_X pixels round sample x, from row y + top on.
#define READ_WINDOW(pixels, inside, x, y, top, rows) \
  UNROLL_READS for (int row = 0; row < (rows); ++row) { \
    READ_ROW(x, y, (top) + row); \
    UNROLL_READS for (int kx = 0; kx < KSIZE_X; ++kx) { \
      (pixels)[row * KSIZE_X + kx] = READ(kx - RADIUS_X); \
      if (NEEDS_INSIDE) (inside)[row * KSIZE_X + kx] = READ_INSIDE(kx - RADIUS_X); \
    } \
  }

// The outputs of VEC samples at (x, y) and the ITEMS_Y - 1 rows below.
INLINE void block_results(IMAGE TILE, int x, int y, RESULT *results PARAMETERS) {
  PIXEL pixels[STAGED_ROWS * KSIZE_X];
  PIXEL inside[NEEDS_INSIDE ? STAGED_ROWS * KSIZE_X : 1];
#if STAGING != STAGE_DIRECT
  READ_WINDOW(pixels, inside, x, y, -RADIUS_Y, STAGED_ROWS);
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) 
    results[j * OUTPUTS] = CALL_OP(OP, pixels + j * KSIZE_X, inside + j * KSIZE_X, j, BODY_ARGS_OF_ROW(x, y + j));
#if OUTPUTS == 2
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) 
    results[j * 2 + 1] = CALL_OP(OP_SECOND, pixels + j * KSIZE_X, inside + j * KSIZE_X, j, BODY_ARGS_OF_ROW(x, y + j));
#endif
#else
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) {
    READ_WINDOW(pixels, inside, x, y, j - RADIUS_Y, STAGED_ROWS);
    results[j * OUTPUTS] = CALL_OP(OP, pixels, inside, j, BODY_ARGS_OF_ROW(x, y + j));
#if OUTPUTS == 2
    results[j * 2 + 1] = CALL_OP(OP_SECOND, pixels, inside, j, BODY_ARGS_OF_ROW(x, y + j));
#endif
  }
#endif
}

#if !WORD_LOADS
// The outputs of VEC samples anywhere in the image.
void lane_results(IMAGE, const Lanes *lanes, RESULT *results PARAMETERS) {
  PIXEL pixels[KSIZE_Y * KSIZE_X];
  PIXEL inside[NEEDS_INSIDE ? KSIZE_Y * KSIZE_X : 1];
  BEGIN_BORDER_WINDOW(lanes);
  UNROLL_BORDER for (int ky = 0; ky < KSIZE_Y; ++ky) {
    READ_BORDER_ROW(lanes, ky - RADIUS_Y);
    UNROLL_ROW for (int kx = 0; kx < KSIZE_X; ++kx) {
      pixels[ky * KSIZE_X + kx] = READ_BORDER(lanes, kx - RADIUS_X);
      if (NEEDS_INSIDE)
        inside[ky * KSIZE_X + kx] = inside_on_border(width, height, lanes, kx - RADIUS_X, ky - RADIUS_Y);
    }
  }
  results[0] = CALL_OP(OP, pixels, inside, 0, BODY_ARGS_OF_LANES(lanes));
#if OUTPUTS == 2
  results[1] = CALL_OP(OP_SECOND, pixels, inside, 0, BODY_ARGS_OF_LANES(lanes));
#endif
}
#endif
