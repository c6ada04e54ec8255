// 003:11-14, a convolution in one dimension whose loop ends where the input does, which the text has in SYCL.
//
// Range: N, in groups of 256.
// As printed, M and N are size_t: a difference below 0 wraps round before it is made an int, which gives the right
// number after all.
#ifdef AS_PRINTED
typedef ulong Length;
#else
typedef int Length;
#endif

__kernel void convolve(__global const uint* restrict in, __global const uint* restrict ker, __global uint* restrict out,
                       const int elements, const int taps) {
  const int i = get_global_id(0);
  const Length N = elements, M = taps;
  const int startj = max((int)(M / 2 - i), 0);
  const int endj = min((int)(M / 2 + N - i), (int)M);
  const int startk = max((int)(i - M / 2), 0);
  uint t = 0;
  for (int j = startj, k = startk; j < endj; ++j, ++k) t += in[k] * ker[j];
  out[i] = t;
}
