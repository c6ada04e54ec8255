// What a convolution without ifs reads: `in` with zeros for half a mask before its first element and as far behind its
// last.
__kernel void pad_taps(__global const uint* restrict in, __global uint* restrict out, const int count, const int taps) {
  const int i = get_global_id(0), k = i - taps / 2;
  if (i < count + 2 * (taps / 2)) out[i] = k >= 0 && k < count ? in[k] : 0;
}
