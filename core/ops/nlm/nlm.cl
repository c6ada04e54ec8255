// Non-local means: the mean of the pixels round a pixel, weighted by how far the patch round each differs from its own.
// The squared differences of a row's pixels are summed along the row, and these sums down the columns.

#ifndef PATCH
#define PATCH 7    // pixels of a side
#define SEARCH 21
#endif

// The squared difference of the pixels of two places.
INLINE FLOATS squared(PLANES const float *a, PLANES const float *b, const PLACE plane) {
  FLOATS sum = 0.0f;
#pragma unroll
  for (int c = 0; c < SEEN; ++c) {
    const FLOATS d = FLOATS_AT(a + c * plane) - FLOATS_AT(b + c * plane);
    sum = MULTIPLY_ADD(d, d, sum);
  }
  return sum;
}

// The sum of such differences along a row of a patch, of which these are the first pixels.
INLINE FLOATS row_sum(PLANES const float *a, PLANES const float *b, const PLACE plane) {
  FLOATS sum = squared(a, b, plane);
#pragma unroll
  for (int k = 1; k < PATCH; ++k) sum += squared(a + k, b + k, plane);
  return sum;
}

// The number is the factor of a patch's sum, for powers of 2.
INLINE void window(PLANES const float *first, const int pitch, const PLACE plane, __global const float *numbers,
                   __global const int *table, FLOATS *results) {
  FLOATS weights[ITEMS], rows[ITEMS + PATCH - 1];
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) weights[j] = 0.0f;
#pragma unroll
  for (int i = 0; i < ITEMS * SEEN; ++i) results[i] = 0.0f;
  const FLOATS by = numbers[0];
  for (int place = 0; place < SEARCH * SEARCH; ++place) {
    const int dx = place % SEARCH - SEARCH / 2, dy = place / SEARCH - SEARCH / 2;
    PLANES const float *there = first + (PLACE)dy * pitch + dx;
    const PLACE corner = -(PATCH / 2) * ((PLACE)pitch + 1);  // of a patch
#pragma unroll
    for (int j = 0; j < ITEMS + PATCH - 1; ++j)
      rows[j] = row_sum(first + corner + (PLACE)j * pitch, there + corner + (PLACE)j * pitch, plane);
#pragma unroll
    for (int j = 0; j < ITEMS; ++j) {
      FLOATS sum = rows[j];
#pragma unroll
      for (int k = 1; k < PATCH; ++k) sum += rows[j + k];
      const FLOATS weight = power_of_2(sum * by);
      weights[j] += weight;
#pragma unroll
      for (int c = 0; c < SEEN; ++c)
        results[j * SEEN + c] = MULTIPLY_ADD(weight, FLOATS_AT(there + c * plane + (PLACE)j * pitch), results[j * SEEN + c]);
    }
  }
#pragma unroll
  for (int j = 0; j < ITEMS; ++j)
#pragma unroll
    for (int c = 0; c < SEEN; ++c) results[j * SEEN + c] /= weights[j];
}
