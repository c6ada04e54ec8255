// out[i] is the sum of mask[j] * in[i - half + j] over 0 <= j < taps. Outside its range `in` is 0. Sums are modulo
// 2^32.

// Only groups at the ends test their items.
__kernel void nested_ifs(__global const uint *restrict in, __global const uint *restrict mask,
                         __global uint *restrict out, const int count, const int taps) {
  const int i = get_global_id(0), half_taps = taps / 2;
  const int first = get_group_id(0) * get_local_size(0), end = first + get_local_size(0);
  uint sum = 0;
  if (first < half_taps || end + half_taps > count) {
    if (i < half_taps) {
      for (int j = half_taps - i, k = 0; j < taps; ++j, ++k) sum += in[k] * mask[j];
    } else if (i + taps - half_taps > count) {
      for (int j = 0, k = i - half_taps; j < half_taps + count - i; ++j, ++k) sum += in[k] * mask[j];
    } else {
      for (int j = 0, k = i - half_taps; j < taps; ++j, ++k) sum += in[k] * mask[j];
    }
  } else {
    for (int j = 0, k = i - half_taps; j < taps; ++j, ++k) sum += in[k] * mask[j];
  }
  out[i] = sum;
}

// `in` begins half a mask before the first element and ends as far after the last.
__kernel void padded_taps(__global const uint *restrict in, __global const uint *restrict mask,
                          __global uint *restrict out, const int count, const int taps) {
  const int i = get_global_id(0);
  uint sum = 0;
  for (int j = 0; j < taps; ++j) sum += in[i + j] * mask[j];
  out[i] = sum;
}

__kernel void pad_taps(__global const uint *restrict in, __global uint *restrict out, const int count, const int taps) {
  const int i = get_global_id(0), k = i - taps / 2;
  if (i < count + 2 * (taps / 2)) out[i] = k >= 0 && k < count ? in[k] : 0;
}

__kernel void bounded_taps(__global const uint *restrict in, __global const uint *restrict mask,
                           __global uint *restrict out, const int count, const int taps) {
  const int i = get_global_id(0), half_taps = taps / 2;
  const int end = min(half_taps + count - i, taps);
  uint sum = 0;
  for (int j = max(half_taps - i, 0), k = max(i - half_taps, 0); j < end; ++j, ++k) sum += in[k] * mask[j];
  out[i] = sum;
}
