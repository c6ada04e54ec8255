// C = alpha A + B, an element an item.
__kernel void saxpy_kernel(float alpha, __global const float* A, __global const float* B, __global float* C) {
  const size_t i = get_global_id(0);
  C[i] = alpha * A[i] + B[i];
}
