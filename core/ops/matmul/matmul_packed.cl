// Multiplies packed copies of matrices. op(A) lies in panels of PANEL_ROWS rows, op(B) in panels of PANEL_COLUMNS
// columns. A panel has all its elements of one k, then those of the next. So the product reads both in order and knows
// nothing of the matrices' layout. Panels end with zeros, so only C needs guards (Goto and van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication", 2008).

#ifndef ROWS
#define LOCAL 1      // the group's panels go through local memory, DEPTH of k at a time
#define GROUP_X 8    // columns of work-items in a group
#define GROUP_Y 8
#define ROWS 2       // of an item, a multiple of VEC where LOCAL
#define VECTORS 2    // of columns of an item
#define DEPTH 8
#endif

#define VALUES VECTOR(VALUE)
#if LOCAL
#define PANEL_ROWS (ROWS * GROUP_Y)
#define PANEL_COLUMNS (VECTORS * VEC * GROUP_X)
#else
#define PANEL_ROWS ROWS
#define PANEL_COLUMNS (VECTORS * VEC)
#endif

// Packs a matrix. An item copies the same element of one panel after the other, since a launch's second dimension may
// be shorter than the list of panels. `count` is the number of rows of op(A) or columns of op(B), `depth` its k, and
// `padded` the k of the panels.
void pack(__global const ELEMENT *restrict from, __global VALUE *restrict to, const uint width, const ulong step,
          const ulong depth_step, const ulong count, const ulong depth, const ulong padded) {
  const ulong id = get_global_id(0), k = id / width, panels = DIVIDE_UP(count, width);
  if (k >= padded) return;
  for (ulong panel = get_global_id(1); panel < panels; panel += get_global_size(1)) {
    const ulong at = panel * width + id % width;
    to[panel * width * padded + id] = at < count && k < depth ? LOAD_ONE(from, at * step + k * depth_step) : 0;
  }
}

__kernel void pack_a(__global const ELEMENT *restrict from, __global VALUE *restrict to, const ulong step,
                     const ulong depth_step, const ulong count, const ulong depth, const ulong padded) {
  pack(from, to, PANEL_ROWS, step, depth_step, count, depth, padded);
}

__kernel void pack_b(__global const ELEMENT *restrict from, __global VALUE *restrict to, const ulong step,
                     const ulong depth_step, const ulong count, const ulong depth, const ulong padded) {
  pack(from, to, PANEL_COLUMNS, step, depth_step, count, depth, padded);
}

// Stores the elements that C has of row i, from column j on.
void put(__global const VALUE *c0, __global VALUE *c, const VALUE alpha, const VALUE beta, const ulong columns,
         const ulong at, const ulong j, const VALUES sum) {
  if (j + VEC <= columns) {
    VALUES result = alpha * sum;
    if (beta != 0) result += beta * LOAD_PLAIN(c0 + at + j, 0);
    STORE_PLAIN(result, c + at + j, 0);
    return;
  }
  VALUE lanes[VEC];
  STORE_PLAIN(sum, lanes, 0);
  for (uint lane = 0; j + lane < columns; ++lane)
    c[at + j + lane] = beta == 0 ? alpha * lanes[lane] : alpha * lanes[lane] + beta * c0[at + j + lane];
}

// c0 is c if an earlier launch has begun the sums. `first` to `last` are this launch's terms.
#define ARGUMENTS                                                                                             \
  __global const VALUE *restrict a, __global const VALUE *restrict b, __global const VALUE *c0,               \
      __global VALUE *c, const VALUE alpha, const VALUE beta, const ulong rows, const ulong columns,          \
      const ulong ldc, const ulong depth, const ulong first, const ulong last

#define FOR_ALL(i, count) _Pragma("unroll") for (uint i = 0; i < (count); ++i)

#if !LOCAL
__kernel void multiply(ARGUMENTS) {
  const ulong panels = DIVIDE_UP(rows, PANEL_ROWS);
  const ulong top = get_global_id(0) % panels * PANEL_ROWS, left = get_global_id(0) / panels * PANEL_COLUMNS;
  if (left >= columns) return;
  a += top * depth;
  b += left * depth;
  VALUES sum[ROWS][VECTORS];
  FOR_ALL(i, ROWS) FOR_ALL(j, VECTORS) sum[i][j] = 0;
  for (ulong k = first; k < last; ++k) {
    VALUES of_b[VECTORS];
    FOR_ALL(j, VECTORS) of_b[j] = LOAD_PLAIN(b + k * PANEL_COLUMNS, j);
    FOR_ALL(i, ROWS) {
      const VALUES of_a = (VALUES)a[k * PANEL_ROWS + i];
      FOR_ALL(j, VECTORS) sum[i][j] = MULTIPLY_ADD(of_a, of_b[j], sum[i][j]);
    }
  }
  FOR_ALL(i, ROWS) FOR_ALL(j, VECTORS) if (top + i < rows)
      put(c0, c, alpha, beta, columns, (top + i) * ldc, left + j * VEC, sum[i][j]);
}

#else
#define IN_GROUP (GROUP_X * GROUP_Y)
#define A_TILE (DEPTH * PANEL_ROWS / VEC)  // vectors, a multiple of IN_GROUP
#define B_TILE (DEPTH * PANEL_COLUMNS / VEC)

__kernel __attribute__((reqd_work_group_size(IN_GROUP, 1, 1))) void multiply(ARGUMENTS) {
  __local VALUES of_a[2][A_TILE], of_b[2][B_TILE];  // one is read while the next is filled
  const ulong panels = DIVIDE_UP(rows, PANEL_ROWS);
  const ulong top = get_group_id(0) % panels * PANEL_ROWS, left = get_group_id(0) / panels * PANEL_COLUMNS;
  const uint id = get_local_id(0), x = id % GROUP_X, y = id / GROUP_X;
  __global const VALUES *restrict next_a = (__global const VALUES *)(a + top * depth + first * PANEL_ROWS) + id;
  __global const VALUES *restrict next_b = (__global const VALUES *)(b + left * depth + first * PANEL_COLUMNS) + id;
  VALUES sum[ROWS][VECTORS];
  FOR_ALL(i, ROWS) FOR_ALL(j, VECTORS) sum[i][j] = 0;
  FOR_ALL(i, A_TILE / IN_GROUP) of_a[0][i * IN_GROUP + id] = next_a[i * IN_GROUP];
  FOR_ALL(i, B_TILE / IN_GROUP) of_b[0][i * IN_GROUP + id] = next_b[i * IN_GROUP];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint full = 0;
  for (ulong k = first; k < last; k += DEPTH) {
    const bool more = k + DEPTH < last;
    VALUES ahead_a[A_TILE / IN_GROUP], ahead_b[B_TILE / IN_GROUP];
    next_a += A_TILE;
    next_b += B_TILE;
    if (more) {
      FOR_ALL(i, A_TILE / IN_GROUP) ahead_a[i] = next_a[i * IN_GROUP];
      FOR_ALL(i, B_TILE / IN_GROUP) ahead_b[i] = next_b[i * IN_GROUP];
    }
    FOR_ALL(step, DEPTH) {
      VALUE rows_of_a[ROWS];
      FOR_ALL(i, ROWS / VEC) STORE_PLAIN(of_a[full][step * (PANEL_ROWS / VEC) + i * GROUP_Y + y], rows_of_a, i);
      FOR_ALL(j, VECTORS) {
        const VALUES columns_of_b = of_b[full][step * (PANEL_COLUMNS / VEC) + j * GROUP_X + x];
        FOR_ALL(i, ROWS) sum[i][j] = MULTIPLY_ADD((VALUES)rows_of_a[i], columns_of_b, sum[i][j]);
      }
    }
    full ^= 1;
    if (more) {
      FOR_ALL(i, A_TILE / IN_GROUP) of_a[full][i * IN_GROUP + id] = ahead_a[i];
      FOR_ALL(i, B_TILE / IN_GROUP) of_b[full][i * IN_GROUP + id] = ahead_b[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  FOR_ALL(i, ROWS) FOR_ALL(j, VECTORS) {
    const ulong row = top + (i / VEC * GROUP_Y + y) * VEC + i % VEC;
    if (row < rows) put(c0, c, alpha, beta, columns, row * ldc, left + (j * GROUP_X + x) * VEC, sum[i][j]);
  }
}
#endif
