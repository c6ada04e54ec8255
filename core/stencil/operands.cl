// The parameters of a program's kernels, in order. This is the one table: kernels.cl and pad.cl declare their
// parameters from it, and operands.cpp includes it to know their places. P(type, name) is a parameter, FIRST(type,
// name) the first one. Programs have the parameters in IF_...() only where they need them.

// An image: its first sample in memory, or its first layer in an array of image objects, the distances of rows and of
// layers, and its size.
#define INPUT_OPERAND(FIRST, P, IF_LAYERED)                              \
  FIRST(MEMORY, input) P(long, offset)                                   \
  P(const long, stride) IF_LAYERED(P(const long, layer_stride))          \
  P(const int, width) P(const int, height) P(const float4, border_value)

// For an object of two dimensions, see memory.cl.
#define OUTPUT_OPERAND(P, IF_LAYERED, k)                                              \
  P(RESULTS, dst##k) P(long, offset##k) P(const long, stride##k) \
  IF_LAYERED(P(const long, layer_stride##k))

// The reach of the windows of general programs, in samples and in rows, and the rank to select.
#define WINDOW_OPERANDS(P) P(const int2, reach) P(const int, rank)

// `tap_counts` are the numbers of taps in the list's parts: see general.cl.
#define TAP_OPERANDS(P, IF_GENERAL)                                        \
  P(__constant TAP *restrict, taps) IF_GENERAL(P(const int2, tap_counts)) \
  P(const float, scale) P(const OFFSET, delta)

// The places and steps of a network: see general_network.cl.
#define NETWORK_OPERANDS(P) P(__constant int2 *restrict, taps) P(const int2, tap_counts)

// An image that a window op reads beside the input: where its first sample in memory is, the first pixel of the whole
// image that it holds, and how many it holds.
#define OTHER_OPERAND(P, k)                                                \
  P(__global const SRC *restrict, other##k) P(const long, other_offset##k) \
  P(const long, other_stride##k) P(const int4, other_held##k)

// What a window op's own function is told, see body.cl.
#define BODY_OPERANDS(P, IF_OTHER1, IF_OTHER2, IF_OTHER3)                                    \
  P(__constant float *restrict, numbers) P(const int4, place) IF_OTHER1(OTHER_OPERAND(P, 1)) \
  IF_OTHER2(OTHER_OPERAND(P, 2)) IF_OTHER3(OTHER_OPERAND(P, 3))

#define DECLARE_FIRST(type, name) type name
#define DECLARE(type, name) , type name

// `region` is what is computed. `interior` is the part of it whose windows need no check against the image's edges.
// Both hold first sample, first row, end sample, end row.
#define STENCIL_OPERANDS(FIRST, P, IF_LAYERED, IF_TAPS, IF_GENERAL, IF_CHORDS, IF_TWO_OUTPUTS) \
  INPUT_OPERAND(FIRST, P, IF_LAYERED)                                               \
  P(const int4, region) P(const int4, interior) IF_GENERAL(WINDOW_OPERANDS(P))       \
  IF_TAPS(TAP_OPERANDS(P, IF_GENERAL))                                              \
  IF_CHORDS(P(__global const int *restrict, chords))                                \
  OUTPUT_OPERAND(P, IF_LAYERED, 0)                                                  \
  IF_TWO_OUTPUTS(OUTPUT_OPERAND(P, IF_LAYERED, 1))

#define PADDING_OPERANDS(FIRST, P, IF_LAYERED)                                          \
  INPUT_OPERAND(FIRST, P, IF_LAYERED)                                                   \
  P(__global SRC *restrict, copy) P(const long, copy_offset) P(const long, copy_stride) \
  IF_LAYERED(P(const long, copy_layer_stride))
