// 000:49-53, smooth of an image object: the sampler says what lies outside.
//
// Range: width x height. The sampler is the host's. `unit` is how far apart texels are: 1, 1 for coordinates in texels,
// 1 / width, 1 / height for coordinates from 0 to 1.
__kernel void smooth(__read_only image2d_t input, __write_only image2d_t output, const sampler_t sampler,
                     const float2 unit) {
  const int myX = get_global_id(0), myY = get_global_id(1);
  const float2 at = ((float2)(myX, myY) + 0.5f) * unit;
  const float left = read_imagef(input, sampler, at - (float2)(unit.x, 0.0f)).x;
  const float right = read_imagef(input, sampler, at + (float2)(unit.x, 0.0f)).x;
  const float up = read_imagef(input, sampler, at - (float2)(0.0f, unit.y)).x;
  const float down = read_imagef(input, sampler, at + (float2)(0.0f, unit.y)).x;
  const float centre = read_imagef(input, sampler, at).x;
  write_imagef(output, (int2)(myX, myY), (float4)((left + right + up + down + centre) / 5.0f, 0.0f, 0.0f, 1.0f));
}
