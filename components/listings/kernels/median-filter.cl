// 004:5661-5717, the median of 3 x 3 pixels by part of a bubble sort.
//
// Range: the image's width and height. median_kernel_branchless orders pairs by min and max in the place of ifs.
// As printed, the result is the element of index rank, which is the 6th smallest of 9, and what the result's other
// channels have is that of the last neighbour.
__constant sampler_t image_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

#define WINDOW 3
#define RANK (WINDOW * WINDOW / 2 + 1)
#ifdef AS_PRINTED
#define MIDDLE RANK
#else
#define MIDDLE (RANK - 1)
#endif

__kernel void median_kernel(__read_only image2d_t iImage, __write_only image2d_t oImage) {
  const int x = get_global_id(0), y = get_global_id(1);
  float oldPixels[WINDOW * WINDOW];
  float4 pixelValue = (float4)(0.0f);
  int count = 0;
  for (int i = -(WINDOW / 2); i <= WINDOW / 2; ++i)
    for (int j = -(WINDOW / 2); j <= WINDOW / 2; ++j) {
      pixelValue = read_imagef(iImage, image_sampler, (int2)(x + i, y + j));
      oldPixels[count++] = pixelValue.x;
    }
  for (int i = 0; i <= RANK; ++i)
    for (int j = count - 1; j > i; --j)
      if (oldPixels[j] < oldPixels[j - 1]) {
        const float larger = oldPixels[j - 1];
        oldPixels[j - 1] = oldPixels[j];
        oldPixels[j] = larger;
      }
  pixelValue.x = oldPixels[MIDDLE];
  write_imagef(oImage, (int2)(x, y), pixelValue);
}

__kernel void median_kernel_branchless(__read_only image2d_t iImage, __write_only image2d_t oImage) {
  const int x = get_global_id(0), y = get_global_id(1);
  float oldPixels[WINDOW * WINDOW];
  float4 pixelValue = (float4)(0.0f);
  int count = 0;
  for (int i = -(WINDOW / 2); i <= WINDOW / 2; ++i)
    for (int j = -(WINDOW / 2); j <= WINDOW / 2; ++j) {
      pixelValue = read_imagef(iImage, image_sampler, (int2)(x + i, y + j));
      oldPixels[count++] = pixelValue.x;
    }
  for (int i = 0; i <= RANK; ++i)
    for (int j = WINDOW * WINDOW - 1; j > i; --j) {
      const float smaller = fmin(oldPixels[j], oldPixels[j - 1]);
      oldPixels[j] = fmax(oldPixels[j], oldPixels[j - 1]);
      oldPixels[j - 1] = smaller;
    }
  pixelValue.x = oldPixels[MIDDLE];
  write_imagef(oImage, (int2)(x, y), pixelValue);
}
