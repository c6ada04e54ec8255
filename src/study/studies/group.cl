// Arithmetic alone: a chain of multiply-adds whose every step waits for the one before.
__kernel void chain(__global uint *restrict results, const uint rounds) {
  const size_t item = get_global_id(0);
  uint value = (uint)item;
  for (uint i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u;
  results[item] = value;
}
