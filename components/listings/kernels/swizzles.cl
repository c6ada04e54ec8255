// Parts of vectors, read and written.
__kernel void swizzles(__global int4* out, __global int2* halves, __global float16* wide) {
  int4 pos = (int4)(4, 3, 2, 1);
  out[0] = pos.wzyx;
  out[1] = pos.xxyy;
  halves[0] = pos.lo;
  halves[1] = pos.hi;
  halves[2] = pos.even;
  halves[3] = pos.odd;
  pos.yw = (int2)(5, 6);
  out[2] = pos;
  pos.wx = (int2)(8, 9);
  out[3] = pos;
  pos.xyz = (int3)(5, 6, 9);
  out[4] = pos;
  const float4 four = (float4)(1, 2, 3, 4);
#ifdef AS_PRINTED
  *wide = (float16)(four.yyzz, four.xzwy, four.xyz, four.xyz, four.yzw);  // 17 components
#else
  *wide = (float16)(four.yyzz, four.xzwy, four.xyz, four.xyz, four.yz);
#endif
}
