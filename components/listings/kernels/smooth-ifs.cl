// 000:6-17, smooth with four ifs: the mean of a pixel and of those of its four neighbours that the image has.
//
// Range: width x height, which is where the kernel has the size from.
// As printed, a neighbour counts only where it lies before the last column and the last row: the pixels of the last
// but one column and row lose a neighbour that is there. (The print also calls the height image_height, which nothing
// declares, and has a typographic minus sign.)
#ifdef AS_PRINTED
#define ENDS_BEFORE 1
#else
#define ENDS_BEFORE 0
#endif

__kernel void smooth(__global const float* input, __global float* output) {
  const int myX = get_global_id(0), myY = get_global_id(1);
  const int width = get_global_size(0), height = get_global_size(1);
  const int at = myY * width + myX;
  int neighbours = 1;
  float sum = 0.0f;
  if (myX - 1 >= 0) {
    sum += input[at - 1];
    ++neighbours;
  }
  if (myX + 1 < width - ENDS_BEFORE) {
    sum += input[at + 1];
    ++neighbours;
  }
  if (myY - 1 >= 0) {
    sum += input[at - width];
    ++neighbours;
  }
  if (myY + 1 < height - ENDS_BEFORE) {
    sum += input[at + width];
    ++neighbours;
  }
  sum += input[at];
  output[at] = sum / (float)neighbours;
}
