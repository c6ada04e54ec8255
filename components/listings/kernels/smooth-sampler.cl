// 000:49-53, smooth of an image object: the sampler says what lies outside.
//
// Range: width x height. smooth_clamp has zeros outside, smooth_repeat the opposite side.
// As printed, CLK_ADDRESS_REPEAT stands beside coordinates in pixels. OpenCL allows it with coordinates from 0 to 1
// alone; with others what is read outside is not defined.
__constant sampler_t zeros = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

#ifdef AS_PRINTED
__constant sampler_t repeated = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
#define AT(x, y) ((float2)(x, y))
#else
__constant sampler_t repeated = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
#define AT(x, y) (((float2)(x, y) + 0.5f) / convert_float2(get_image_dim(input)))
#endif

__kernel void smooth_clamp(__read_only image2d_t input, __write_only image2d_t output) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float sum = read_imagef(input, zeros, (int2)(x - 1, y)).x + read_imagef(input, zeros, (int2)(x + 1, y)).x +
                    read_imagef(input, zeros, (int2)(x, y - 1)).x + read_imagef(input, zeros, (int2)(x, y + 1)).x +
                    read_imagef(input, zeros, (int2)(x, y)).x;
  write_imagef(output, (int2)(x, y), (float4)(sum / 5.0f, 0.0f, 0.0f, 1.0f));
}

__kernel void smooth_repeat(__read_only image2d_t input, __write_only image2d_t output) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float sum = read_imagef(input, repeated, AT(x - 1, y)).x + read_imagef(input, repeated, AT(x + 1, y)).x +
                    read_imagef(input, repeated, AT(x, y - 1)).x + read_imagef(input, repeated, AT(x, y + 1)).x +
                    read_imagef(input, repeated, AT(x, y)).x;
  write_imagef(output, (int2)(x, y), (float4)(sum / 5.0f, 0.0f, 0.0f, 1.0f));
}
