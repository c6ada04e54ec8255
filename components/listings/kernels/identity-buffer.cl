// Copies the four levels of an octave in one launch: the third global id is the level.
typedef struct {
  int previousPixels, imgWidth, imgHeight;
} Lookup;

__kernel void identity(__global const float* imgIn, __global float* imgOut, __constant Lookup* lookup) {
  const int x = get_global_id(0), y = get_global_id(1), level = get_global_id(2);
  if (x >= lookup[level].imgWidth || y >= lookup[level].imgHeight) return;
  const int place = lookup[level].previousPixels + lookup[level].imgWidth * y + x;
  imgOut[place] = imgIn[place];
}
