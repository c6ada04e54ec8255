// 003:9-10, a convolution in one dimension without ifs, which the text has in SYCL: the input has M/2 zeros before its
// first element and behind its last.
//
// Range: N, in groups of 256.
// As printed, sums are of int, and products of rand() overflow it, which C does not define. Where ints wrap round, as
// on all devices that were tried, the sums are those of uint.
#ifdef AS_PRINTED
typedef int Number;
#else
typedef uint Number;
#endif

__kernel void convolve(__global const Number* restrict in, __global const Number* restrict ker,
                       __global Number* restrict out, const int M) {
  const int i = get_global_id(0);
  Number t = 0;
  for (int j = 0; j < M; ++j) t += in[i + j] * ker[j];
  out[i] = t;
}
