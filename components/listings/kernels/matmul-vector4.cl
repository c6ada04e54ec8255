// 004:5058-5141, a product of square matrices in vectors of four: each item makes four neighbouring elements.
//
// Range: dim / 4 x dim, in groups of 16 x 16.
// As printed, the word __kernel is missing.
#ifdef AS_PRINTED
#define __kernel
#endif

__kernel void MatrixMul_kernel_basic_vector4(const int dim, __global const float4* A, __global const float4* B,
                                             __global float* C) {
  const int column = get_global_id(0), iRow = get_global_id(1), vectors = dim / 4;
  float4 result0 = (float4)(0.0f), result1 = (float4)(0.0f), result2 = (float4)(0.0f), result3 = (float4)(0.0f);
  for (int i = 0; i < vectors; ++i) {
    const float4 a = A[iRow * vectors + i];
    const float4 b0 = B[(4 * i + 0) * vectors + column], b1 = B[(4 * i + 1) * vectors + column];
    const float4 b2 = B[(4 * i + 2) * vectors + column], b3 = B[(4 * i + 3) * vectors + column];
    result0 += a * (float4)(b0.x, b1.x, b2.x, b3.x);
    result1 += a * (float4)(b0.y, b1.y, b2.y, b3.y);
    result2 += a * (float4)(b0.z, b1.z, b2.z, b3.z);
    result3 += a * (float4)(b0.w, b1.w, b2.w, b3.w);
  }
  __global float* c = C + iRow * dim + 4 * column;
  c[0] = result0.x + result0.y + result0.z + result0.w;
  c[1] = result1.x + result1.y + result1.z + result1.w;
  c[2] = result2.x + result2.y + result2.z + result2.w;
  c[3] = result3.x + result3.y + result3.z + result3.w;
}
