// 004:4960-5011, a product of square matrices: each item makes one element.
//
// Range: dim x dim, in groups of 256 x 1.
// As printed, the word __kernel is missing, here and in the four listings behind it: the program has no kernel.
#ifdef AS_PRINTED
#define __kernel
#endif

__kernel void MatrixMul_kernel_basic(const int dim, __global const float* A, __global const float* B,
                                     __global float* C) {
  const int iCol = get_global_id(0), iRow = get_global_id(1);
  float result = 0.0f;
  for (int i = 0; i < dim; ++i) result += A[iRow * dim + i] * B[i * dim + iCol];
  C[iRow * dim + iCol] = result;
}
