// 004:5143-5207, a product of square matrices with the row of A in local memory: matmul-local-a, where an item copies
// neighbouring elements, and matmul-local-a-coalesced, where neighbouring items do.
//
// Range: dim x dim, in groups of 256 x 1, or of another divisor of dim. Local memory: a row, 4 dim bytes.
// As printed, the word __kernel is missing.
#ifdef AS_PRINTED
#define __kernel
#endif

float row_times_column(__local const float* lA, __global const float* B, const int dim, const int column) {
  float result = 0.0f;
  for (int i = 0; i < dim; ++i) result += lA[i] * B[i * dim + column];
  return result;
}

__kernel void MatrixMul_kernel_localA(const int dim, __global const float* A, __global const float* B,
                                      __global float* C, __local float* lA) {
  const int iCol = get_global_id(0), iRow = get_global_id(1);
  const int localIdx = get_local_id(0), each = dim / (int)get_local_size(0);
  for (int i = 0; i < each; ++i) lA[localIdx * each + i] = A[iRow * dim + localIdx * each + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  C[iRow * dim + iCol] = row_times_column(lA, B, dim, iCol);
}

__kernel void MatrixMul_kernel_localA_coalesced(const int dim, __global const float* A, __global const float* B,
                                                __global float* C, __local float* lA) {
  const int iCol = get_global_id(0), iRow = get_global_id(1);
  const int localIdx = get_local_id(0), localSizeX = get_local_size(0), each = dim / localSizeX;
  for (int i = 0; i < each; ++i) lA[i * localSizeX + localIdx] = A[iRow * dim + i * localSizeX + localIdx];
  barrier(CLK_LOCAL_MEM_FENCE);
  C[iRow * dim + iCol] = row_times_column(lA, B, dim, iCol);
}
