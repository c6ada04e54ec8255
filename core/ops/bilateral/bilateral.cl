// The mean of the pixels in a round window, weighted by their distance and by how far their colours differ.

// The numbers are the factor of the squared difference of colours and, for each pixel of the window, the exponent of
// its distance, both for powers of 2. The table has the number of these pixels and their places.
INLINE void window(PLANES const float *first, const int pitch, const PLACE plane, __global const float *numbers,
                   __global const int *table, FLOATS *results) {
  FLOATS centre[ITEMS * SEEN], sums[ITEMS * SEEN], weights[ITEMS];
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) {
    weights[j] = 0.0f;
#pragma unroll
    for (int c = 0; c < SEEN; ++c) {
      centre[j * SEEN + c] = FLOATS_AT(first + c * plane + (PLACE)j * pitch);
      sums[j * SEEN + c] = 0.0f;
    }
  }
  const FLOATS by = numbers[0];
  for (int i = 0; i < table[0]; ++i) {
    PLANES const float *at = first + (PLACE)table[2 * i + 2] * pitch + table[2 * i + 1];
    const FLOATS exponent = numbers[i + 1];
#pragma unroll
    for (int j = 0; j < ITEMS; ++j) {
      FLOATS pixel[SEEN], distance = 0.0f;
#pragma unroll
      for (int c = 0; c < SEEN; ++c) {
        pixel[c] = FLOATS_AT(at + c * plane + (PLACE)j * pitch);
        distance += fabs(pixel[c] - centre[j * SEEN + c]);
      }
      const FLOATS weight = power_of_2(MULTIPLY_ADD(distance * distance, by, exponent));
      weights[j] += weight;
#pragma unroll
      for (int c = 0; c < SEEN; ++c) sums[j * SEEN + c] = MULTIPLY_ADD(weight, pixel[c], sums[j * SEEN + c]);
    }
  }
#pragma unroll
  for (int j = 0; j < ITEMS; ++j)
#pragma unroll
    for (int c = 0; c < SEEN; ++c) results[j * SEEN + c] = sums[j * SEEN + c] / weights[j];
}
