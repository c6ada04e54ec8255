// Vectors from numbers, from shorter vectors, and from one number for all.
__kernel void literals(__global int4* whole, __global float4* real) {
  const float3 three = (float3)(1.0f, 2.0f, 3.0f);
  whole[0] = (int4)(1, 2, 3, 4);
  int4 listed = {1, 2, 3, 4};
  whole[1] = listed;
  real[0] = (float4)(three, 4.0f);
  real[1] = (float4)(1.0f);
#ifdef AS_PRINTED
  real[1] = (float4)(2.0f, 1.0f);
#endif
}
