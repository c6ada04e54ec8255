// Reads one row of texels at given coordinates, by each sampler.

#define READS(name, flags)                                                                                         \
  __kernel void name(__read_only image2d_t row, __global const float *restrict at, __global float *restrict out) { \
    const sampler_t sampler = flags;                                                                               \
    const size_t i = get_global_id(0);                                                                             \
    out[i] = read_imagef(row, sampler, (float2)(at[i], 0.5f)).x;                                                   \
  }

#define MODES(kind, filter, normalized)                                        \
  READS(kind##_none, CLK_ADDRESS_NONE | filter | normalized)                   \
  READS(kind##_clamp_to_edge, CLK_ADDRESS_CLAMP_TO_EDGE | filter | normalized) \
  READS(kind##_clamp, CLK_ADDRESS_CLAMP | filter | normalized)

// The two modes that repeat the row are legal only with normalized coordinates.
#define ALL_MODES(kind, filter)                                                  \
  MODES(kind, filter, CLK_NORMALIZED_COORDS_TRUE)                                \
  READS(kind##_repeat, CLK_ADDRESS_REPEAT | filter | CLK_NORMALIZED_COORDS_TRUE) \
  READS(kind##_mirrored_repeat, CLK_ADDRESS_MIRRORED_REPEAT | filter | CLK_NORMALIZED_COORDS_TRUE)

ALL_MODES(nearest, CLK_FILTER_NEAREST)
ALL_MODES(linear, CLK_FILTER_LINEAR)
MODES(pixels_nearest, CLK_FILTER_NEAREST, CLK_NORMALIZED_COORDS_FALSE)
MODES(pixels_linear, CLK_FILTER_LINEAR, CLK_NORMALIZED_COORDS_FALSE)

// Texels as they are, converted to floats by the image's format.
__kernel void converted(__read_only image2d_t row, __global float *restrict out) {
  const sampler_t sampler = CLK_ADDRESS_NONE | CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE;
  const size_t i = get_global_id(0);
  out[i] = read_imagef(row, sampler, (int2)((int)i, 0)).x;
}

// Texels of unsigned integers.
__kernel void whole(__read_only image2d_t row, __global float *restrict out) {
  const sampler_t sampler = CLK_ADDRESS_NONE | CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE;
  const size_t i = get_global_id(0);
  out[i] = (float)read_imageui(row, sampler, (int2)((int)i, 0)).x;
}
