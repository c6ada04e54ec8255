// 002:1209-1384, a product of square matrices in square groups: row i is the second id, column j the first.
//
// Range: N x N, in groups of 16 x 16. There is no test for the end: N is a multiple of 16.
// Neighbours in a group read neighbours in B; the text says that they do not, which fits items whose row is the first id.
__kernel void matmul_naive(__global const float* A, __global const float* B, __global float* C, const int N) {
  const int i = get_global_id(1), j = get_global_id(0);
  float dot = 0.0f;
  for (int k = 0; k < N; ++k) dot += A[i * N + k] * B[k * N + j];
  C[i * N + j] = dot;
}
