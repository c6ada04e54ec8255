// Conversions: implicit ones go between numbers alone, those of vectors are functions with a rounding and saturation.
__kernel void conversions(__global int4* whole, __global uint4* positive, __global float4* real, __global uchar4* bytes) {
  const uchar4 u = (uchar4)('0', 'b', 'c', 'd');
#if AS_PRINTED == 1
  const int4 i = convert_int4(u4);  // the vector is called u
#else
  const int4 i = convert_int4(u);
#endif
  whole[0] = i;
  whole[1] = i + 200;
#if AS_PRINTED == 2
  bytes[0] = convert_char4_sat(i + 200);
#else
  bytes[0] = convert_uchar4_sat(i + 200);
#endif
  const int4 mixed = (int4)(-5, 7, -1, 2147483647);
  positive[0] = convert_uint4_sat(mixed);
  real[0] = convert_float4_rtp((int4)(16777217, -16777217, 3, -3));
  const float4 f = (float4)(-1.5f, 2.5f, 3.7f, 1e20f);
  whole[2] = convert_int4(f.xyzz);       // towards zero
  whole[3] = convert_int4_rte(f.xyzz);   // to the nearest, and to the even one of two
  whole[4] = convert_int4_sat(f);
  whole[5] = convert_int4_sat_rte(f);
  real[1] = (float4)(2);  // a number for all, as float
}
