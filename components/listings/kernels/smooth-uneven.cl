// 000:45-48, smooth on the interior in groups that need not divide the range: OpenCL 2.0 makes the last groups smaller.
//
// Range: width - 2 x height - 2 from 1, 1, in groups of 8 x 8 or others. Where a device has whole groups only, the
// range is rounded up, and the items that are too many do nothing: the text has no such test, and on such a device its
// launch is refused (CL_INVALID_WORK_GROUP_SIZE).
__kernel void smooth(__global const float* input, __global float* output, const int width, const int height) {
  const int myX = get_global_id(0), myY = get_global_id(1);
#ifndef AS_PRINTED
  if (myX > width - 2 || myY > height - 2) return;
#endif
  const int at = myY * width + myX;
  const float left = input[at - 1], right = input[at + 1];
  const float up = input[at - width], down = input[at + width], centre = input[at];
  output[at] = (left + right + up + down + centre) / 5.0f;
}
