// matmul: C = A B of square matrices, rows one after the other; dim is a multiple of every group's sides and of 4.
#ifndef TILE
#define TILE 16
#endif

// Groups of one row: neighbouring items take neighbouring columns.
__kernel void basic(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                    const uint dim) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (uint i = 0; i < dim; ++i) sum += a[row * dim + i] * b[i * dim + column];
  c[row * dim + column] = sum;
}

// One group a row: an item takes every get_local_size(0)-th column of it.
__kernel void coalesced_row(__global const float *restrict a, __global const float *restrict b,
                            __global float *restrict c, const uint dim) {
  const size_t row = get_global_id(1);
  for (size_t column = get_local_id(0); column < dim; column += get_local_size(0)) {
    float sum = 0;
    for (uint i = 0; i < dim; ++i) sum += a[row * dim + i] * b[i * dim + column];
    c[row * dim + column] = sum;
  }
}

// Four neighbouring columns an item.
__kernel void basic_vector4(__global const float4 *restrict a, __global const float4 *restrict b,
                            __global float4 *restrict c, const uint dim) {
  const size_t column = get_global_id(0), row = get_global_id(1), width = dim / 4;
  float4 sum = 0;
  for (size_t i = 0; i < width; ++i) {
    const float4 values = a[row * width + i];
    sum += values.x * b[4 * i * width + column];
    sum += values.y * b[(4 * i + 1) * width + column];
    sum += values.z * b[(4 * i + 2) * width + column];
    sum += values.w * b[(4 * i + 3) * width + column];
  }
  c[row * width + column] = sum;
}

// As basic, with the row of A in local memory: an item copies a stretch of it.
__kernel void local_a(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                      const uint dim, __local float *a_row) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  const size_t stretch = dim / get_local_size(0), begin = get_local_id(0) * stretch;
  for (size_t i = begin; i < begin + stretch; ++i) a_row[i] = a[row * dim + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (uint i = 0; i < dim; ++i) sum += a_row[i] * b[i * dim + column];
  c[row * dim + column] = sum;
}

// As local_a; neighbouring items copy neighbouring values.
__kernel void local_a_coalesced(__global const float *restrict a, __global const float *restrict b,
                                __global float *restrict c, const uint dim, __local float *a_row) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  for (size_t i = get_local_id(0); i < dim; i += get_local_size(0)) a_row[i] = a[row * dim + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (uint i = 0; i < dim; ++i) sum += a_row[i] * b[i * dim + column];
  c[row * dim + column] = sum;
}

// Square tiles of A and B in local memory; groups of TILE x TILE.
__kernel void tiled(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                    const uint dim) {
  __local float a_tile[TILE][TILE], b_tile[TILE][TILE];
  const size_t column = get_global_id(0), row = get_global_id(1);
  const uint x = get_local_id(0), y = get_local_id(1);
  float sum = 0;
  for (uint begin = 0; begin < dim; begin += TILE) {
    a_tile[y][x] = a[row * dim + begin + x];
    b_tile[y][x] = b[(begin + y) * dim + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < TILE; ++i) sum += a_tile[y][i] * b_tile[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * dim + column] = sum;
}
