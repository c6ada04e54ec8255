// A pass of a radix sort in which each work-item has a chunk of neighbouring keys and its own counters, without
// barriers or local memory. For CPUs.

#define PART                                       \
  const ulong chunk = get_global_id(0);            \
  const ulong first = min(chunk * length, count);  \
  const ulong end = min(first + length, count);

__kernel void count_digits(__global const KEY *restrict keys, __global INDEX *restrict counts, const ulong count,
                           const ulong length, const ulong chunks, const uint shift) {
  INDEX bins[RADIX];
  PART
  for (uint digit = 0; digit < RADIX; ++digit) bins[digit] = 0;
  for (ulong i = first; i < end; ++i) ++bins[DIGIT(keys[i])];
  for (uint digit = 0; digit < RADIX; ++digit) counts[digit * chunks + chunk] = bins[digit];
}

// Writes keys to their places. With `made`, a key's index travels with it.
__kernel void scatter(__global const KEY *restrict keys, __global const LOT *restrict lots,
                      __global KEY *restrict keys_out, __global LOT *restrict lots_out,
                      __global const INDEX *restrict counts, __global const INDEX *restrict starts, const ulong count,
                      const ulong length, const ulong chunks, const uint shift, const uint made) {
  INDEX places[RADIX];
  PART
  for (uint digit = 0; digit < RADIX; ++digit) places[digit] = starts[digit] + counts[digit * chunks + chunk];
  for (ulong i = first; i < end; ++i) {
    const KEY key = keys[i];
    const INDEX place = places[DIGIT(key)]++;
    keys_out[place] = key;
#if PAYLOAD
    lots_out[place] = made ? (LOT)i : lots[i];
#endif
  }
}
