// Multiplies matrices without copies of them: the textbook's kernels, for any size, and one blocked in registers.
//
// All kernels have the same arguments. `first` to `last` are the terms that this launch adds: op(A)[i, k] op(B)[k, j].

#define SEQUENTIAL 1
#define SIMPLE 2  // an item has one element of C
#define ROW 3     // a group has a row of C, an item every GROUP_X-th element of the row
#define VECTOR4 4 // an item has four neighbours of a row
#define LOCAL_A 5 // as SIMPLE, with the group's row of A in local memory
#define TILED 6   // square tiles of A and B lie in local memory
#define BLOCKED 7 // an item has ROWS x VECTORS vectors in registers

#ifndef VARIANT
#define VARIANT BLOCKED
#define TRANSPOSE_A 0
#define TRANSPOSE_B 0
#define GROUP_X 8  // columns of work-items in a group
#define GROUP_Y 8
#define STRIDED 0  // LOCAL_A: neighbouring items copy neighbouring elements
#define ROWS 2
#define VECTORS 2
#endif
#define PIECE 512  // elements of A that LOCAL_A keeps in local memory

#define VALUES VECTOR(VALUE)

#define A_PLACE(i, k) (TRANSPOSE_A ? (k) * lda + (i) : (i) * lda + (k))
#define B_PLACE(k, j) (TRANSPOSE_B ? (j) * ldb + (k) : (k) * ldb + (j))
#define A_AT(i, k) LOAD_ONE(a, A_PLACE(i, k))
#define B_AT(k, j) LOAD_ONE(b, B_PLACE(k, j))

// c0 is c if an earlier launch has begun the sums.
#define ARGUMENTS                                                                                                  \
  __global const ELEMENT *restrict a, __global const ELEMENT *restrict b, __global const VALUE *c0,               \
      __global VALUE *c, const VALUE alpha, const VALUE beta, const ulong rows, const ulong columns,              \
      const ulong lda, const ulong ldb, const ulong ldc, const ulong first, const ulong last

void put(__global const VALUE *c0, __global VALUE *c, const ulong at, const VALUE alpha, const VALUE beta,
         const VALUE sum) {
  c[at] = beta == 0 ? alpha * sum : alpha * sum + beta * c0[at];
}

#if VARIANT == SEQUENTIAL
__kernel void multiply(ARGUMENTS) {
  for (ulong i = 0; i < rows; ++i)
    for (ulong j = 0; j < columns; ++j) {
      VALUE sum = 0;
      for (ulong k = first; k < last; ++k) sum = MULTIPLY_ADD(A_AT(i, k), B_AT(k, j), sum);
      put(c0, c, i * ldc + j, alpha, beta, sum);
    }
}

#elif VARIANT == SIMPLE
__kernel void multiply(ARGUMENTS) {
  const ulong i = get_global_id(1), j = get_global_id(0);
  if (i >= rows || j >= columns) return;
  VALUE sum = 0;
  for (ulong k = first; k < last; ++k) sum = MULTIPLY_ADD(A_AT(i, k), B_AT(k, j), sum);
  put(c0, c, i * ldc + j, alpha, beta, sum);
}

#elif VARIANT == ROW
__kernel void multiply(ARGUMENTS) {
  const ulong i = get_global_id(1);
  if (i >= rows) return;
  for (ulong j = get_local_id(0); j < columns; j += GROUP_X) {
    VALUE sum = 0;
    for (ulong k = first; k < last; ++k) sum = MULTIPLY_ADD(A_AT(i, k), B_AT(k, j), sum);
    put(c0, c, i * ldc + j, alpha, beta, sum);
  }
}

#elif VARIANT == VECTOR4
#define VALUE4 JOIN(VALUE, 4)
#if TYPE == F16
#define LOAD4(p) HALVES_AT(4, p)
#else
#define LOAD4(p) vload4(0, p)
#endif

// Four neighbours of a row of A.
#define A4(k)                                                                               \
  (TRANSPOSE_A ? (VALUE4)(A_AT(i, k), A_AT(i, (k) + 1), A_AT(i, (k) + 2), A_AT(i, (k) + 3)) \
               : LOAD4(a + A_PLACE(i, k)))
#define B4(k)                                                                                              \
  (whole && !TRANSPOSE_B ? LOAD4(b + B_PLACE(k, j))                                                        \
                         : (VALUE4)(B_AT(k, j), B_AT(k, min(j + 1, columns - 1)), B_AT(k, min(j + 2, columns - 1)), \
                                     B_AT(k, min(j + 3, columns - 1))))

__kernel void multiply(ARGUMENTS) {
  const ulong i = get_global_id(1), j = 4 * get_global_id(0);
  if (i >= rows || j >= columns) return;
  const bool whole = j + 4 <= columns;
  VALUE4 sum = 0;
  ulong k = first;
  for (; k + 4 <= last; k += 4) {
    const VALUE4 row = A4(k);
    sum = MULTIPLY_ADD((VALUE4)(row.x), B4(k), sum);
    sum = MULTIPLY_ADD((VALUE4)(row.y), B4(k + 1), sum);
    sum = MULTIPLY_ADD((VALUE4)(row.z), B4(k + 2), sum);
    sum = MULTIPLY_ADD((VALUE4)(row.w), B4(k + 3), sum);
  }
  for (; k < last; ++k) sum = MULTIPLY_ADD((VALUE4)(A_AT(i, k)), B4(k), sum);
  VALUE lanes[4];
  vstore4(sum, 0, lanes);
  for (uint lane = 0; lane < 4 && j + lane < columns; ++lane)
    put(c0, c, i * ldc + j + lane, alpha, beta, lanes[lane]);
}

#elif VARIANT == LOCAL_A
__kernel void multiply(ARGUMENTS) {
  __local VALUE row[PIECE];
  const ulong i = get_global_id(1), j = min((ulong)get_global_id(0), columns - 1);
  const uint id = get_local_id(0), share = DIVIDE_UP(PIECE, GROUP_X);
  VALUE sum = 0;
  for (ulong begin = first; begin < last; begin += PIECE) {
    const uint count = (uint)min(last - begin, (ulong)PIECE);
#if STRIDED
    for (uint k = id; k < count; k += GROUP_X) row[k] = A_AT(i, begin + k);
#else
    for (uint k = id * share; k < min((id + 1) * share, count); ++k) row[k] = A_AT(i, begin + k);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < count; ++k) sum = MULTIPLY_ADD(row[k], B_AT(begin + k, j), sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_global_id(0) < columns) put(c0, c, i * ldc + j, alpha, beta, sum);
}

#elif VARIANT == TILED
__kernel void multiply(ARGUMENTS) {
  __local VALUE of_a[GROUP_X][GROUP_X], of_b[GROUP_X][GROUP_X];
  const ulong i = get_global_id(1), j = get_global_id(0);
  const uint x = get_local_id(0), y = get_local_id(1);
  VALUE sum = 0;
  for (ulong begin = first; begin < last; begin += GROUP_X) {
    of_a[y][x] = i < rows && begin + x < last ? A_AT(i, begin + x) : 0;
    of_b[y][x] = j < columns && begin + y < last ? B_AT(begin + y, j) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < GROUP_X; ++k) sum = MULTIPLY_ADD(of_a[y][k], of_b[k][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < rows && j < columns) put(c0, c, i * ldc + j, alpha, beta, sum);
}

#else
// Returns a vector of a row of B. Beyond the last column it repeats the last element; results there are not stored.
VALUES vector_of(__global const ELEMENT *restrict b, const ulong ldb, const ulong k, const ulong j,
                 const ulong columns) {
  if (!TRANSPOSE_B && j + VEC <= columns) return LOAD(b + B_PLACE(k, j), 0);
  VALUE lanes[VEC];
#pragma unroll
  for (uint lane = 0; lane < VEC; ++lane) lanes[lane] = B_AT(k, min(j + lane, columns - 1));
  return VEC == 1 ? (VALUES)lanes[0] : LOAD_PLAIN(lanes, 0);
}

// Neighbouring items of a group have neighbouring vectors.
#define COLUMN(vector) (((get_group_id(0) * VECTORS + (vector)) * GROUP_X + get_local_id(0)) * VEC)

__kernel void multiply(ARGUMENTS) {
  const ulong top = get_global_id(1) * ROWS;
  if (top >= rows) return;
  VALUES sum[ROWS][VECTORS];
#pragma unroll
  for (uint i = 0; i < ROWS; ++i)
#pragma unroll
    for (uint j = 0; j < VECTORS; ++j) sum[i][j] = 0;
  for (ulong k = first; k < last; ++k) {
    VALUES of_b[VECTORS];
#pragma unroll
    for (uint j = 0; j < VECTORS; ++j) of_b[j] = vector_of(b, ldb, k, COLUMN(j), columns);
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) {
      const VALUES of_a = (VALUES)A_AT(min(top + i, rows - 1), k);
#pragma unroll
      for (uint j = 0; j < VECTORS; ++j) sum[i][j] = MULTIPLY_ADD(of_a, of_b[j], sum[i][j]);
    }
  }
#pragma unroll
  for (uint i = 0; i < ROWS; ++i)
#pragma unroll
    for (uint j = 0; j < VECTORS; ++j) {
      VALUE lanes[VEC];
      STORE_PLAIN(sum[i][j], lanes, 0);
      for (uint lane = 0; lane < VEC && top + i < rows && COLUMN(j) + lane < columns; ++lane)
        put(c0, c, (top + i) * ldc + COLUMN(j) + lane, alpha, beta, lanes[lane]);
    }
}
#endif
