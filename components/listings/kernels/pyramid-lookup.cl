// A pyramid in one buffer: where a pixel of a level lies, by a table that the host fills.
typedef struct {
  int previousPixels;  // of all levels before
  int imgWidth;
  int imgHeight;
} Lookup;

#if AS_PRINTED == 1
// As printed, the pointer of the helper's argument has no address space, so that it is private.
float readValue(float* img, __constant Lookup* lookup, int level, int x, int y) {
#else
float readValue(__global const float* img, __constant Lookup* lookup, int level, int x, int y) {
#endif
  return img[lookup[level].previousPixels + lookup[level].imgWidth * y + x];
}

// Addresses of points (level, x, y), at the sizes that the text prints.
__kernel void addresses(__constant Lookup* lookup, __global const int* points, __global int* out) {
  const int i = get_global_id(0), level = points[3 * i];
  out[i] = lookup[level].previousPixels + lookup[level].imgWidth * points[3 * i + 2] + points[3 * i + 1];
}

// The values there, in a pyramid that is small enough to be tried.
__kernel void values(__global const float* img, __constant Lookup* lookup, __global const int* points,
                     __global float* out) {
  const int i = get_global_id(0);
  out[i] = readValue(img, lookup, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
}
