// 004:5013-5056, a product of square matrices: the items of a group make a row together, neighbours neighbouring
// elements.
//
// Range: the group's size x dim. (In a range of dim x dim each element is made dim / group times.)
// As printed, an element's column is j * localSizeX + iCol, with the global iCol: in a range of dim x dim only those of
// the first group are right, and the others write into the next row and behind the matrix. The word __kernel is
// missing, too.
#if AS_PRINTED == 2
#define __kernel
#endif

__kernel void MatrixMul_kernel_coalesced_row(const int dim, __global const float* A, __global const float* B,
                                             __global float* C) {
  const int iCol = get_global_id(0), iRow = get_global_id(1);
  const int localIdx = get_local_id(0), localSizeX = get_local_size(0);
  for (int j = 0; j < dim / localSizeX; ++j) {
    const int column = j * localSizeX + localIdx;
    float result = 0.0f;
    for (int i = 0; i < dim; ++i) result += A[iRow * dim + i] * B[i * dim + column];
#if AS_PRINTED == 1
    C[iRow * dim + j * localSizeX + iCol] = result;
#else
    C[iRow * dim + column] = result;
#endif
  }
  (void)iCol;
}
