// Finds the median of 3 x 3 pixels by a sort with branches. Outside the image the edge's pixels are repeated.

void load_window(float *p, __global const float *in, const int x, const int y, const int width, const int height) {
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      *p++ = in[(size_t)clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
}

// A bubble sort that ends when the five smallest are in their places. The fifth is the median.
__kernel void median_bubble(__global const float *restrict in, __global float *restrict out, const int width,
                            const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float p[9];
  load_window(p, in, x, y, width, height);
  for (int done = 0; done < 5; ++done)
    for (int j = 8; j > done; --j)
      if (p[j] < p[j - 1]) {
        const float larger = p[j - 1];
        p[j - 1] = p[j];
        p[j] = larger;
      }
  out[(size_t)y * width + x] = p[4];
}
