// The same over image buffers: no sampler, and the address by hand.
typedef struct {
  int previousPixels, imgWidth, imgHeight;
} Lookup;

__kernel void identity(__read_only image1d_buffer_t imgIn, __write_only image1d_buffer_t imgOut,
                       __constant Lookup* lookup) {
  const int x = get_global_id(0), y = get_global_id(1), level = get_global_id(2);
  if (x >= lookup[level].imgWidth || y >= lookup[level].imgHeight) return;
  const int place = lookup[level].previousPixels + lookup[level].imgWidth * y + x;
  write_imagef(imgOut, place, read_imagef(imgIn, place));
}
