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
