// 004:2623-2669 and 2985, an image read by a sampler that the host makes. The text names the example (image_sampler) and
// leaves its listing out; this is what it describes.
//
// Range: the places. The host launches it once for each sampler: both filters, coordinates in texels with three
// addressing modes, coordinates from 0 to 1 with five. CLK_FILTER_NEAREST takes the texel in which a place lies; the
// text's distance of Manhattan has no part in it.
__kernel void image_sampler(__read_only image2d_t image, const sampler_t sampler, __global const float2 *places,
                            __global float *out) {
  const size_t i = get_global_id(0);
  out[i] = read_imagef(image, sampler, places[i]).x;
}

// All four channels of what a sampler with CLK_ADDRESS_CLAMP reads at a place inside and at one outside. Of an image of
// one channel green and blue are 0 and alpha is 1, inside and in its border colour; that of four channels is 0 0 0 0.
__kernel void border_colours(__read_only image2d_t grey, __read_only image2d_t colour, const sampler_t sampler,
                             __global float4 *out) {
  const float2 inside = (float2)(0.5f, 0.5f), outside = (float2)(-1.5f, 0.5f);
  out[0] = read_imagef(grey, sampler, inside);
  out[1] = read_imagef(grey, sampler, outside);
  out[2] = read_imagef(colour, sampler, inside);
  out[3] = read_imagef(colour, sampler, outside);
}
