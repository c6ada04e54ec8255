// Operators of the text's list, on numbers and vectors.
__kernel void operators(__global int* out, __global int4* vectors) {
  int i = 7;
  out[0] = i % 4 + i / 2 * -1;
  out[1] = i++;
  out[1] += --i;
  out[2] = (i & 3) | (i ^ 5) << 1;
  out[3] = ~i >> 1;
  out[4] = (i > 3 && i != 8) || !i;
  out[5] = i > 3 ? 10 : 20;
  int k;
  out[6] = (k = 41, k + 1);
  out[7] = sizeof(int4);
  int4 v = (int4)(1, 2, 3, 4);
  vectors[0] = v % 2;
  vectors[1] = v > 2;
  v <<= 1;
  vectors[2] = v > 4 ? v : -v;
}
