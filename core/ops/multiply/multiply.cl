// Products times n[0]. Products of integers are exact, without that factor, and saturate.

#if FLOATING
INLINE VALUES NAMED(multiply_samples)(const VALUES *v, const NUMBER *n) { return v[0] * v[1] * n[0]; }
#elif TYPE == U64
INLINE VALUES NAMED(multiply_samples)(const VALUES *v, const NUMBER *n) {
  return mul_hi(v[0], v[1]) == 0 ? v[0] * v[1] : ULONG_MAX;
}
#elif TYPE == I64
INLINE VALUES NAMED(multiply_samples)(const VALUES *v, const NUMBER *n) {
  const long low = (long)((ulong)v[0] * (ulong)v[1]);
  return mul_hi(v[0], v[1]) == low >> 63 ? low : (v[0] ^ v[1]) < 0 ? LONG_MIN : LONG_MAX;
}
#elif TYPE == U32
INLINE VALUES NAMED(multiply_samples)(const VALUES *v, const NUMBER *n) { return convert_uint_sat((ulong)v[0] * v[1]); }
#else
INLINE VALUES NAMED(multiply_samples)(const VALUES *v, const NUMBER *n) {
  return JOIN(JOIN(convert_, VALUE), _sat)((long)v[0] * v[1]);
}
#endif
