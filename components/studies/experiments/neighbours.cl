// The distances of a query to all points, and a bitonic network that sorts them together with the points' numbers.

// Squares of Euclidean distances, which have the same order.
__kernel void distances(const float x, const float y, __global const float2 *restrict points,
                        __global float *restrict distance, __global uint *restrict number) {
  const size_t i = get_global_id(0);
  const float2 apart = points[i] - (float2)(x, y);
  distance[i] = apart.x * apart.x + apart.y * apart.y;
  number[i] = (uint)i;
}

// One pass of a stage. Each work-item orders two distances, ascending or descending as its block demands.
__kernel void sort_pass(__global float *restrict distance, __global uint *restrict number, const uint stage,
                        const uint pass) {
  const uint item = (uint)get_global_id(0), apart = 1u << (stage - pass);
  const uint left = (item & (apart - 1)) + (item >> (stage - pass)) * 2 * apart, right = left + apart;
  const bool descending = (item >> stage & 1) != 0;
  const float a = distance[left], b = distance[right];
  if ((a > b) != descending) {
    const uint n = number[left];
    distance[left] = b;
    distance[right] = a;
    number[left] = number[right];
    number[right] = n;
  }
}
