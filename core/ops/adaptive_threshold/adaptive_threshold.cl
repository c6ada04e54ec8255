// Tells samples that are above the level of their surroundings, v[1] less an offset, from others: n[1] or n[2]. Integers
// neither add nor subtract beyond their type. NaN is not above.

#if TYPE == F32
// n[0] is the offset with the other sign.
INLINE VALUES NAMED(above_floats)(const VALUES *v, const float *n) {
  return v[0] - v[1] > ALL(n[0]) ? ALL(n[1]) : ALL(n[2]);
}
#else
// For offsets of 1 and more, which are n[0] + 1.
INLINE VALUES NAMED(above_lower)(const VALUES *v, const float *n) {
  return v[0] >= sub_sat(v[1], ALL(n[0])) ? ALL(n[1]) : ALL(n[2]);
}
// For offsets of 0 and less, which are -n[0].
INLINE VALUES NAMED(above_higher)(const VALUES *v, const float *n) {
  return sub_sat(v[0], ALL(n[0])) > v[1] ? ALL(n[1]) : ALL(n[2]);
}
#endif
