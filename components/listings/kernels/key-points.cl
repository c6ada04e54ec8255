// An item a key point: it may lie on any level, which only a pyramid in one buffer lets a kernel choose.
typedef struct {
  int previousPixels, imgWidth, imgHeight;
} Lookup;

typedef struct {
  int octave, level;
  float x, y;
} KeyPoint;

__kernel void values_at(__global const float* img, __constant Lookup* lookup, __global const KeyPoint* points,
                        __global float* out) {
  const KeyPoint point = points[get_global_id(0)];
  const Lookup at = lookup[4 * point.octave + point.level];
  const int x = clamp(convert_int(round(point.x)), 0, at.imgWidth - 1);
  const int y = clamp(convert_int(round(point.y)), 0, at.imgHeight - 1);
  out[get_global_id(0)] = img[at.previousPixels + at.imgWidth * y + x];
}
