// The results for samples on both sides of a level. n[0] is the least sample above it. For floats it is the level
// itself, since the least float above 0 is a denormal, which devices may take for 0. NaN is not above.

#undef IS_ABOVE
#if FLOATING
#define IS_ABOVE (v[0] > ALL(n[0]))
#else
#define IS_ABOVE (v[0] >= ALL(n[0]))
#endif

INLINE VALUES NAMED(threshold_cut)(const VALUES *v, const NUMBER *n) {
  return IS_ABOVE ? ALL(n[1]) : ALL(n[2]);
}
INLINE VALUES NAMED(threshold_truncate)(const VALUES *v, const NUMBER *n) {
  return v[0] > ALL(n[0]) ? ALL(n[0]) : v[0];
}
INLINE VALUES NAMED(threshold_above)(const VALUES *v, const NUMBER *n) {
  return IS_ABOVE ? v[0] : ALL(0);
}
INLINE VALUES NAMED(threshold_below)(const VALUES *v, const NUMBER *n) {
  return IS_ABOVE ? ALL(0) : v[0];
}
