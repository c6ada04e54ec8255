// 004:5528-5549 and 5719-5765, Sobel: the length of the gradient, whose parts are the sums by two masks.
//
// Range: the image's width and height.
// As printed:
//   -D AS_PRINTED=1  the sum of y takes the pixel's second channel, which is 0 in an image of one; and the masks are
//                    transposed, so that filter_x_grad answers to a ramp in y
//   -D AS_PRINTED=2  computedGradient is not declared, and a parenthesis of the last call is missing
//   -D AS_PRINTED=3  the sampler has no filter mode
// The text writes 1 as alpha, too, which an image of one channel does not keep.
#ifndef AS_PRINTED
#define AS_PRINTED 0
#endif
#if AS_PRINTED == 3
__constant sampler_t image_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
#else
__constant sampler_t image_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#endif

__kernel void sobel_filter_kernel(__read_only image2d_t iImage, __write_only image2d_t oImage,
                                  __constant float* filter_x_grad, __constant float* filter_y_grad,
                                  const int windowSize) {
  const int x = get_global_id(0), y = get_global_id(1), half_size = windowSize / 2;
  float gradientX = 0.0f, gradientY = 0.0f;
  for (int i = -half_size; i <= half_size; ++i)
    for (int j = -half_size; j <= half_size; ++j) {
      const float4 pixelValue = read_imagef(iImage, image_sampler, (int2)(x + i, y + j));
#if AS_PRINTED == 1
      const int tap = (i + half_size) * windowSize + j + half_size;
      gradientX += filter_x_grad[tap] * pixelValue.x;
      gradientY += filter_y_grad[tap] * pixelValue.y;
#else
      const int tap = (j + half_size) * windowSize + i + half_size;
      gradientX += filter_x_grad[tap] * pixelValue.x;
      gradientY += filter_y_grad[tap] * pixelValue.x;
#endif
    }
#if AS_PRINTED == 2
  computedGradient = sqrt(gradientX * gradientX + gradientY * gradientY);
  write_imagef(oImage, (int2)(x, y), (float4)(computedGradient, 0.0f, 0.0f, 1.0f);
#else
  const float computedGradient = sqrt(gradientX * gradientX + gradientY * gradientY);
  write_imagef(oImage, (int2)(x, y), (float4)(computedGradient, 0.0f, 0.0f, 1.0f));
#endif
}
