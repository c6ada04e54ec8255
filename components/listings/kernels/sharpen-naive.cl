// 002:1563-1684, sharpening by Laplace's mask, sample by sample: 5 times the pixel less its four neighbours, which are
// 0 outside the image. Alpha is sharpened, too.
//
// Range: width x height, each rounded up to a multiple of 16, in groups of 16 x 16.
// As printed, the two ids are swapped, while the range's first side is the width: only as many columns are computed as
// the range has rows (51% of a picture of 2580 x 1319), and neighbouring items are a row apart.
short getIntensity(__global const uchar* image, const int y, const int x, const int height, const int width,
                   const int channel, const int cpp) {
  if (x < 0 || x >= width || y < 0 || y >= height) return 0;
  return image[(y * width + x) * cpp + channel];
}

__kernel void sharpenGPU(__global const uchar* imageIn, __global uchar* imageOut, const int width, const int height,
                         const int cpp) {
#ifdef AS_PRINTED
  const int y = get_global_id(0), x = get_global_id(1);
#else
  const int x = get_global_id(0), y = get_global_id(1);
#endif
  if (x >= width || y >= height) return;
  for (int c = 0; c < cpp; ++c) {
    const short px01 = getIntensity(imageIn, y - 1, x, height, width, c, cpp);
    const short px10 = getIntensity(imageIn, y, x - 1, height, width, c, cpp);
    const short px11 = getIntensity(imageIn, y, x, height, width, c, cpp);
    const short px12 = getIntensity(imageIn, y, x + 1, height, width, c, cpp);
    const short px21 = getIntensity(imageIn, y + 1, x, height, width, c, cpp);
    short pxOut = -px01 - px10 + 5 * px11 - px12 - px21;
    if (pxOut > 255) pxOut = 255;
    if (pxOut < 0) pxOut = 0;
    imageOut[(y * width + x) * cpp + c] = (uchar)pxOut;
  }
}
