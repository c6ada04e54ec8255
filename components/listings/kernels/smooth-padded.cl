// 000:17-19, smooth without ifs: the input has a frame of one pixel on each side.
//
// Range: width x height of the output. The input is width + 2 x height + 2.
// As printed, pixels are found by the launch's width and without the frame: rows are sheared, and the first row reads
// from before the input.
__kernel void smooth(__global const float* input, __global float* output) {
  const int myX = get_global_id(0), myY = get_global_id(1);
  const int width = get_global_size(0);
#ifdef AS_PRINTED
  const int stride = width, frame = 0;
#else
  const int stride = width + 2, frame = 1;
#endif
  const int at = (myY + frame) * stride + myX + frame;
  const float left = input[at - 1], right = input[at + 1];
  const float up = input[at - stride], down = input[at + stride], centre = input[at];
  output[myY * width + myX] = (left + right + up + down + centre) / 5.0f;
}
