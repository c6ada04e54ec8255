// 003:7-8, a convolution in one dimension with nested ifs, which the text has in SYCL: out[i] is the sum of
// in[i - M/2 + j] * ker[j]. What lies outside is 0. Sums are modulo 2^32.
//
// Range: N, in groups of 256.
// As printed, the first and the last group alone test their items. That is right while M/2 is at most 256; with more
// taps the second group reads from before the input, the last but one from behind it.
#ifdef AS_PRINTED
#define IS_AT_AN_END (get_group_id(0) == 0 || get_group_id(0) == get_num_groups(0) - 1)
#else
#define IS_AT_AN_END (first < M / 2 || first + (int)get_local_size(0) + M / 2 > N)
#endif

__kernel void convolve(__global const uint* restrict in, __global const uint* restrict ker, __global uint* restrict out,
                       const int N, const int M) {
  const int i = get_global_id(0);
  const int first = get_group_id(0) * get_local_size(0);  // item of the group
  uint sum = 0;
  if (IS_AT_AN_END) {
    if (i < M / 2) {
      for (int j = M / 2 - i, k = 0; j < M; ++j, ++k) sum += in[k] * ker[j];
    } else if (i + M / 2 >= N) {
      for (int j = 0, k = i - M / 2; j < M / 2 + N - i; ++j, ++k) sum += in[k] * ker[j];
    } else {
      for (int j = 0, k = i - M / 2; j < M; ++j, ++k) sum += in[k] * ker[j];
    }
  } else {
    for (int j = 0, k = i - M / 2; j < M; ++j, ++k) sum += in[k] * ker[j];
  }
  out[i] = sum;
}
