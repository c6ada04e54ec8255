// 001:647-763, ten texels, 1 to 10, read from -0.5 to 1.5 by four samplers. Each of 21 lines has the coordinate and
// what MIRRORED_REPEAT, REPEAT, CLAMP_TO_EDGE and CLAMP give.
//
// Range: one item.
// As printed, coordinates are tenths, which lie on the edges of texels, where devices round as they like: what REPEAT
// and MIRRORED_REPEAT give differs between GPUs and CPUs. With -D PART=0.5f they are the texels' centres, which all
// devices agree on.
#ifndef PART
#define PART 0.0f
#endif
#define FLAGS (CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST)

__constant sampler_t mirrored = FLAGS | CLK_ADDRESS_MIRRORED_REPEAT;
__constant sampler_t repeated = FLAGS | CLK_ADDRESS_REPEAT;
__constant sampler_t edge = FLAGS | CLK_ADDRESS_CLAMP_TO_EDGE;
__constant sampler_t border = FLAGS | CLK_ADDRESS_CLAMP;

__kernel void sampler_test(__read_only image1d_t texels, __global float *out) {
  for (int i = -5, j = 0; i <= 15; ++i) {
    const float at = (i + PART) / 10.0f;
    out[j++] = at;
    out[j++] = read_imagef(texels, mirrored, at).x;
    out[j++] = read_imagef(texels, repeated, at).x;
    out[j++] = read_imagef(texels, edge, at).x;
    out[j++] = read_imagef(texels, border, at).x;
  }
}
