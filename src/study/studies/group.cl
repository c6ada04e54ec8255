// Arithmetic alone: steps that wait for the one before and cannot be shortened by algebra.
__kernel void chain(__global uint *restrict results, const uint rounds) {
  const size_t item = get_global_id(0);
  uint value = (uint)item;
  for (uint i = 0; i < rounds; ++i) {
    value = value * 1664525u + 1013904223u;
    value ^= value >> 15;
  }
  results[item] = value;
}
