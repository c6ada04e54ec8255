// C = alpha A + B, an element an item.
// As printed, the quote of the string's line with the brace stands behind the brace, so that it is part of the program.
#ifdef AS_PRINTED
__kernel void saxpy_kernel(float alpha, __global const float* A, __global const float* B, __global float* C) {"
#else
__kernel void saxpy_kernel(float alpha, __global const float* A, __global const float* B, __global float* C) {
#endif
  const size_t i = get_global_id(0);
  C[i] = alpha * A[i] + B[i];
}
