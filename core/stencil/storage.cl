// Where the input's samples lie, and how they are loaded.
//
// In an image object a texel is one sample; it holds the sample's bits as an unsigned integer
// (core/ocl/image_object.hpp).

#ifndef STORAGE
#define STORAGE STORAGE_BUFFER
#endif

#ifndef BEFORE_PARAMETERS
#define BEFORE_PARAMETERS  // arguments of functions that samples pass when they are loaded, see prologue.cl
#define BEFORE_ARGS
#endif

// Compilers take minutes over many unrolled lanes that each follow a border rule. PoCL's compiler makes vectors of such
// loops, with a branch for each lane.
#if VEC <= 4
#define UNROLL_LANES UNROLL
#elif LOOSE_VECTORS
#define UNROLL_LANES _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define UNROLL_LANES _Pragma("unroll 1")
#endif

// Where the launch's layer begins in a buffer. Only layered programs know the distance of layers.
#if LAYERED
#define IF_LAYERED(operands) operands
#define LAYER_BEGIN(layer_stride) ((long)get_global_id(2) * (layer_stride))
#else
#define IF_LAYERED(operands)
#define LAYER_BEGIN(layer_stride) 0
#endif

// SOURCE is what a function takes to load samples; IMAGE is what it takes for the border rule as well. Kernels take an
// INPUT_OPERAND, which has the same number of parameters for all storages, and begin with OPEN_INPUT. Widths count
// pixels, strides samples. Only a row's base needs 64 bits.
#if STORAGE == STORAGE_BUFFER
#define MEMORY __global const SRC *restrict
#define SOURCE MEMORY src, const long stride BEFORE_PARAMETERS
#define SOURCE_ARGS src, stride BEFORE_ARGS
#define OPEN_INPUT MEMORY src = input + offset + LAYER_BEGIN(layer_stride)
#elif STORAGE == STORAGE_IMAGE_BUFFER
#define MEMORY __read_only image1d_buffer_t
#define SOURCE MEMORY input, const long offset, const long stride
#define SOURCE_ARGS input, offset, stride
#define OPEN_INPUT offset += LAYER_BEGIN(layer_stride)
#else
#if STORAGE == STORAGE_IMAGE
#define MEMORY __read_only image2d_t
#define PLACE(x, y) (int2)(x, y)
#else
#define MEMORY __read_only image2d_array_t
#define PLACE(x, y) (int4)(x, y, layer, 0)
#endif
#if STORAGE == STORAGE_IMAGE_ARRAY
#define SOURCE MEMORY input, const int layer
#define SOURCE_ARGS input, layer
#define OPEN_INPUT const int layer = (int)offset + LAYER_OF_LAUNCH
#else
#define SOURCE MEMORY input
#define SOURCE_ARGS input
#define OPEN_INPUT
#endif
#endif

// Arguments tell general programs the reach of their windows, in samples and in rows, and the rank to select. In other
// programs both are constants. RADIUS_X and RADIUS_Y of a general program belong to its largest window.
#if GENERAL
#define IF_GENERAL(operands) operands
#define WINDOW_SHAPE WINDOW_OPERANDS(DECLARE)
#define WINDOW_SHAPE_ARGS , reach, rank
#define REACH_X reach.x
#define REACH_Y reach.y
#else
#define IF_GENERAL(operands)
#define WINDOW_SHAPE
#define WINDOW_SHAPE_ARGS
#define REACH_X HALO
#define REACH_Y RADIUS_Y
#endif
#ifndef EVEN_X
#define EVEN_X 0  // 1: the window's last column does not count
#define EVEN_Y 0  // 1: nor does its last row
#endif
#define WINDOW_COLUMNS (2 * (REACH_X / CHANNELS) + 1 - EVEN_X)  // pixels
#define WINDOW_ROWS (2 * REACH_Y + 1 - EVEN_Y)

#define SHAPE const int width, const int height, const float4 border_value WINDOW_SHAPE
#define IMAGE SOURCE, SHAPE
#define IMAGE_ARGS SOURCE_ARGS, width, height, border_value WINDOW_SHAPE_ARGS

#if STORAGE == STORAGE_BUFFER

#define READ_AT(x, y) LOAD_ONE(src + (y) * stride + (x))

// VEC samples from sample x of row y, all in the image.
INLINE VECTOR(SAMPLE) load_samples(SOURCE, int x, int y) { return LOAD(src + y * stride + x); }

#else

INLINE SAMPLE sample_of(uint4 texel) {
#if SRC_TYPE == F32
  return as_float(texel.x);
#elif SRC_TYPE == F16
  const ushort bits = (ushort)texel.x;
#if SUMS_HALVES
  return as_half(bits);
#else
  return vload_half(0, (const half *)&bits);
#endif
#else
  return (SAMPLE)texel.x;
#endif
}

#if STORAGE == STORAGE_IMAGE_BUFFER
#define READ_AT(x, y) sample_of(read_imageui(input, (int)(offset + (y) * stride + (x))))
#else
#define READ_AT(x, y) sample_of(read_imageui(input, PLACE(x, y)))
#endif

INLINE VECTOR(SAMPLE) load_samples(SOURCE, int x, int y) {
  SAMPLE value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) value[l] = READ_AT(x + l, y);
  return LOAD_PLAIN(value);
}

#endif

// Edges `sampler` where the device's sampler follows the border rule. Images then have one channel. Repeating samplers
// take coordinates as fractions of the image. Devices differ at texels' edges, so coordinates are at texels' centres.
#ifndef HARDWARE_BORDER
#define HARDWARE_BORDER 0
#endif

#if HARDWARE_BORDER
#if BORDER == CONSTANT
#define ADDRESSING CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP
#elif BORDER == REPLICATE
#define ADDRESSING CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE
#elif BORDER == REFLECT
#define ADDRESSING CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT
#else
#define ADDRESSING CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT
#endif
__constant sampler_t border_sampler = ADDRESSING | CLK_FILTER_NEAREST;

#if BORDER == CONSTANT || BORDER == REPLICATE
#define BORDER_PLACE(x, y) PLACE(x, y)
#elif STORAGE == STORAGE_IMAGE
#define BORDER_PLACE(x, y) (float2)(((x) + 0.5f) / width, ((y) + 0.5f) / height)
#else
#define BORDER_PLACE(x, y) (float4)(((x) + 0.5f) / width, ((y) + 0.5f) / height, layer, 0)
#endif
#endif

// Sample x of row y, in the image.
INLINE SAMPLE load_sample(SOURCE, int x, int y) { return READ_AT(x, y); }
