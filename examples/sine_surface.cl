// A surface of width x height points from -1 to 1 along x and y, whose heights wander with the time.
__kernel void sine_surface(__global float4 *points, const int width, const int height, const float time) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const float u = 2.0f * x / (width - 1) - 1.0f, v = 2.0f * y / (height - 1) - 1.0f;
  const float waves = 4.0f;
  points[y * width + x] = (float4)(u, v, 0.3f * sin(waves * u + time) * cos(waves * v + time), 1.0f);
}
