// Arithmetic of mixed types: the number of less rank becomes that of more; vectors mix with numbers that fit.
__kernel void promotion(__global int* out, __global float4* sum) {
  const char c = -1;
  const uchar u = 255;
  out[0] = c + u;           // both become int
  out[1] = (c < 1u) ? 1 : 0;  // c becomes uint, and is large
  out[2] = (5 / 2) * 10;
  out[3] = 5 / 2.0f * 10;
#ifdef AS_PRINTED
  const short4 s = (short4)(1, 2, 3, 4);
  const int wide = 5;
  const short4 both = s + wide;  // the number has more rank than the vector's elements
  out[0] = both.x;
#endif
  *sum = (float4)(1, 2, 3, 4) + 0.5f;
}
