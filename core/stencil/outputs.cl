// The parameters of a program's kernels, how they store results, and how their work-items are numbered.

#if OUTPUTS == 1
#define OUTPUT_PARAMETERS RESULTS dst0, const long offset0, const long stride0 BESIDE_PARAMETERS
#else
#define OUTPUT_PARAMETERS                                 \
  RESULTS dst0, const long offset0, const long stride0, \
      RESULTS dst1, const long offset1, const long stride1 BESIDE_PARAMETERS
#endif

#if OUTPUTS == 1
#define IF_TWO_OUTPUTS(operands)
#else
#define IF_TWO_OUTPUTS(operands) operands
#endif

// Moves to the layer's outputs. Texels of an array of image objects have the layer in their place.
#if STORED_IN == STORAGE_BUFFER
#define OPEN_OUTPUT(k) dst##k += LAYER_BEGIN(layer_stride##k)
#elif STORED_IN == STORAGE_IMAGE_BUFFER
#define OPEN_OUTPUT(k) offset##k += LAYER_BEGIN(layer_stride##k)
#endif
#if !LAYERED || STORED_IN >= STORAGE_IMAGE
#define OPEN_OUTPUTS
#elif OUTPUTS == 1
#define OPEN_OUTPUTS OPEN_OUTPUT(0)
#else
#define OPEN_OUTPUTS OPEN_OUTPUT(0), OPEN_OUTPUT(1)
#endif

#ifndef PARAMETERS  // without masks
#define PARAMETERS
#define PARAMETER_ARGS
#endif

#if CHORDED
#define IF_CHORDS(operands) operands
#else
#define IF_CHORDS(operands)
#endif

#define IF_TAPS(operands) PARAMETERS
#define KERNEL_PARAMETERS \
  STENCIL_OPERANDS(DECLARE_FIRST, DECLARE, IF_LAYERED, IF_TAPS, IF_GENERAL, IF_CHORDS, IF_TWO_OUTPUTS) \
  BESIDE_PARAMETERS BEFORE_PARAMETERS

// Outputs hold only the region. `offset0` is where the image's first sample would lie, often before their memory, so
// places are added up before they meet the pointer.
void store_lanes(IMAGE, const Lanes *lanes, const RESULT *results, OUTPUT_PARAMETERS) {
  scatter(dst0, offset0, stride0, lanes, restore_border_alpha(IMAGE_ARGS, lanes, results[0]) BESIDE_ARGS);
#if OUTPUTS == 2
  scatter(dst1, offset1, stride1, lanes, restore_border_alpha(IMAGE_ARGS, lanes, results[1]) BESIDE_ARGS);
#endif
}

// What is stored of the results at (x, y). `beside` has the samples of other images at that place.
INLINE VECTOR(STORED_SAMPLE) stored_beside(SOURCE, int x, int y, RESULT result, const Beside beside) {
#if KEEP_ALPHA
  result = restore_alpha(result, TO_RESULT(load_samples(SOURCE_ARGS, x, y)), x);
#endif
  return AFTER(TO_DST(result), x, beside);
}

INLINE VECTOR(STORED_SAMPLE) stored(SOURCE, int x, int y, RESULT result BESIDE_PARAMETERS) {
  return stored_beside(SOURCE_ARGS, x, y, result, LOAD_BESIDE(x, y));
}

#if OUTPUTS == 1
#define OUTPUT_ARGS dst0, offset0, stride0 BESIDE_ARGS
#else
#define OUTPUT_ARGS dst0, offset0, stride0, dst1, offset1, stride1 BESIDE_ARGS
#endif

// Tells compilers that work-items compute vectors already. Otherwise Intel's compiler for CPUs joins work-items to
// vectors, which takes up to a minute, makes slower code, and gives wrong values for some single samples.
#define OF_VECTORS __attribute__((vec_type_hint(int4)))

// The distance of a work-item's vectors is a group's width, or the launch's width where the runtime chooses the group.
#if GROUP_WIDTH == 0
#define GROUP OF_VECTORS
#define FIRST_VECTOR ((int)get_global_id(0))
#define NEXT_VECTOR ((int)get_global_size(0))
#define GROUP_ROWS 1
#else
#define GROUP OF_VECTORS __attribute__((reqd_work_group_size(GROUP_WIDTH, GROUP_HEIGHT, 1)))
#define FIRST_VECTOR ((int)get_group_id(0) * GROUP_WIDTH * ITEMS_X + (int)get_local_id(0))
#define NEXT_VECTOR GROUP_WIDTH
#define GROUP_ROWS GROUP_HEIGHT
#define GROUP_ITEMS (GROUP_WIDTH * GROUP_HEIGHT)
#define ITEM_OF_GROUP ((int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0)))
#endif
