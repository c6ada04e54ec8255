// 004:5460-5597, filter_kernel: the mean, the Gaussian or any other filter by a square mask.
//
// Range: the image's width and height.
// As printed, the coefficient of the pixel (x + i, y + j) is that of row i and column j: the mask is transposed, which
// shows where it is not symmetric.
__constant sampler_t image_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void filter_kernel(__read_only image2d_t iImage, __write_only image2d_t oImage, __constant float* filter,
                            const int windowSize) {
  const int x = get_global_id(0), y = get_global_id(1), half_size = windowSize / 2;
  float4 sum = (float4)(0.0f);
  for (int i = -half_size; i <= half_size; ++i)
    for (int j = -half_size; j <= half_size; ++j) {
#ifdef AS_PRINTED
      const int tap = (i + half_size) * windowSize + j + half_size;
#else
      const int tap = (j + half_size) * windowSize + i + half_size;
#endif
      sum += read_imagef(iImage, image_sampler, (int2)(x + i, y + j)) * filter[tap];
    }
  write_imagef(oImage, (int2)(x, y), sum);
}
