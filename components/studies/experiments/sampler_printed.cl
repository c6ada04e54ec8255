// The source's own test: one work-item reads a row of texels at -0.5 to 1.5 by each of its four modes. The coordinate
// is divided here, as there.
#define STEPS 21

#define ROW(place, mode)                                                                                           \
  {                                                                                                                \
    const sampler_t sampler = mode | CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_TRUE;                              \
    for (int i = -5, j = 0; i <= 15; ++i, ++j) out[(place)*STEPS + j] = read_imagef(texels, sampler, i / 10.0f).x; \
  }

__kernel void sampler_test(__read_only image1d_t texels, __global float* restrict out) {
  ROW(0, CLK_ADDRESS_MIRRORED_REPEAT)
  ROW(1, CLK_ADDRESS_REPEAT)
  ROW(2, CLK_ADDRESS_CLAMP_TO_EDGE)
  ROW(3, CLK_ADDRESS_CLAMP)
}
