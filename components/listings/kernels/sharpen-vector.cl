// 002:1686-1760, sharpening of all four channels at once: vectors of uchar are read, sums are of short, and a saturated
// conversion stands in the place of two ifs.
//
// Range: width x height, each rounded up to a multiple of 16, in groups of 16 x 16.
short4 getIntensity4(__global const uchar4* image, const int y, const int x, const int height, const int width) {
  if (x < 0 || x >= width || y < 0 || y >= height) return (short4)(0);
  return convert_short4(image[y * width + x]);
}

__kernel void sharpenGPU_vector(__global const uchar4* imageIn, __global uchar4* imageOut, const int width,
                                const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const short4 px01 = getIntensity4(imageIn, y - 1, x, height, width);
  const short4 px10 = getIntensity4(imageIn, y, x - 1, height, width);
  const short4 px11 = getIntensity4(imageIn, y, x, height, width);
  const short4 px12 = getIntensity4(imageIn, y, x + 1, height, width);
  const short4 px21 = getIntensity4(imageIn, y + 1, x, height, width);
  imageOut[y * width + x] = convert_uchar4_sat(-px01 - px10 + (short)5 * px11 - px12 - px21);
}
