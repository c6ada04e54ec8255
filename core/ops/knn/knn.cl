// Computes the distances of a tile of queries and points. Both lie transposed, with a row for each dimension. So an
// item loads neighbouring points as one vector, and keeps ROWS vectors of distances in registers.

#define L2 1
#define L1 2
#define COSINE 3

#ifndef METRIC
#define METRIC L2
#define ROWS 4  // queries of a work-item
#endif

#define LANES VECTOR(float)
#define BITS VECTOR(uint)

// Transposes rows of `from`, from row `first` on. `from` has `count` rows; those after them become 0. For the cosine
// each row is scaled to the norm 1; rows of 0 stay 0.
__kernel void transpose(__global const float *restrict from, __global float *restrict to, const uint dimensions,
                        const ulong first, const ulong count, const ulong stride) {
  const ulong place = get_global_id(0), row = first + place;
  if (place >= stride) return;
  if (row >= count) {
    for (uint i = 0; i < dimensions; ++i) to[i * stride + place] = 0;
    return;
  }
  const __global float *values = from + row * dimensions;
#if METRIC == COSINE
  float largest = 0, squares = 0;
  for (uint i = 0; i < dimensions; ++i) largest = fmax(largest, fabs(values[i]));
  if (largest == 0) largest = 1;
  for (uint i = 0; i < dimensions; ++i) squares += (values[i] / largest) * (values[i] / largest);
  const float norm = squares == 0 ? 1 : sqrt(squares);
  for (uint i = 0; i < dimensions; ++i) to[i * stride + place] = values[i] / largest / norm;
#else
  for (uint i = 0; i < dimensions; ++i) to[i * stride + place] = values[i];
#endif
}

#if VEC == 1
#define AS_BITS(v) as_uint(v)
#else
#define AS_BITS(v) JOIN(as_, BITS)(v)
#endif

// Writes distances as bits in the order of the distances, with NaN after all others.
__kernel void distances(__global const float *restrict queries, __global const LANES *restrict points,
                        __global BITS *restrict out, const uint dimensions, const ulong queries_stride,
                        const ulong points_stride) {
  const ulong column = get_global_id(0), row = get_global_id(1) * ROWS, vectors = points_stride / VEC;
  if (column >= vectors || row >= queries_stride) return;
  LANES sums[ROWS];
#pragma unroll
  for (uint r = 0; r < ROWS; ++r) sums[r] = (LANES)0;
  for (uint i = 0; i < dimensions; ++i) {
    const LANES point = points[i * vectors + column];
    const __global float *query = queries + i * queries_stride + row;
#pragma unroll
    for (uint r = 0; r < ROWS; ++r) {
#if METRIC == COSINE
      sums[r] = MULTIPLY_ADD((LANES)(query[r]), point, sums[r]);
#elif METRIC == L1
      sums[r] += fabs((LANES)(query[r]) - point);
#else
      const LANES difference = (LANES)(query[r]) - point;
      sums[r] = MULTIPLY_ADD(difference, difference, sums[r]);
#endif
    }
  }
#pragma unroll
  for (uint r = 0; r < ROWS; ++r) {
#if METRIC == COSINE
    LANES distance = 1 - sums[r];
    distance = distance < 0 ? (LANES)0 : distance;
#else
    const LANES distance = sums[r];
#endif
    out[(row + r) * vectors + column] = isnan(distance) ? (BITS)0x7fc00000u : AS_BITS(distance);
  }
}
