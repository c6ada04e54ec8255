// 000:20-34, smooth at clamped coordinates: items of the border compute the nearest pixel that has all neighbours.
//
// Range: width x height, each 3 or more.
// As printed, the result is written at the clamped place, too: several items write one pixel, and none writes the
// border (of 8 x 6 pixels 24 are written).
__kernel void smooth(__global const float* input, __global float* output) {
  int myX = get_global_id(0), myY = get_global_id(1);
  const int width = get_global_size(0), height = get_global_size(1);
  const int own = myY * width + myX;
  myX = max(min(myX, width - 2), 1);
  myY = max(min(myY, height - 2), 1);
  const int at = myY * width + myX;
  const float left = input[at - 1], right = input[at + 1];
  const float up = input[at - width], down = input[at + width], centre = input[at];
#ifdef AS_PRINTED
  output[at] = (left + right + up + down + centre) / 5.0f;
#else
  output[own] = (left + right + up + down + centre) / 5.0f;
#endif
}
