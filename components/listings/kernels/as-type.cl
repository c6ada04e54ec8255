// The same bits as another type; and a choice without a branch, by a mask of bits.
__kernel void reinterpret(__global uint* bits, __global float4* chosen, __global int* truths) {
  bits[0] = as_uint(1.0f);
  bits[1] = convert_uint(1.0f);
  union {
    float f;
    uint u;
  } both;
  both.f = 1.0f;
  bits[2] = both.u;
  const float4 f = (float4)(1.0f, 5.0f, -3.0f, 2.0f), g = (float4)(2.0f, 4.0f, 0.0f, 2.0f);
  *chosen = as_float4(as_int4(f) & (f < g));
  truths[0] = 1.0f < 2.0f;
  truths[1] = ((float2)(1.0f) < (float2)(2.0f)).x;
}
