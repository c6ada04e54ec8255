// 000:35-44, smooth on the pixels with all neighbours: the launch begins at 1, 1 and is two columns and rows smaller
// than the image (1918 x 1078 of 1920 x 1080; or 1912 columns, a multiple of 8, which leaves 6 to a second launch).
//
// Range: width - 2 x height - 2 from 1, 1.
// As printed, the width is the launch's, which is not the image's any more.
__kernel void smooth(__global const float* input, __global float* output, const int imageWidth) {
  const int myX = get_global_id(0), myY = get_global_id(1);
#ifdef AS_PRINTED
  const int width = get_global_size(0);
#else
  const int width = imageWidth;
#endif
  const int at = myY * width + myX;
  const float left = input[at - 1], right = input[at + 1];
  const float up = input[at - width], down = input[at + width], centre = input[at];
  output[at] = (left + right + up + down + centre) / 5.0f;
}
