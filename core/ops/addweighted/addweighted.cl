// The sum of two samples, each times a factor, and a number.

#if FLOATING
INLINE VALUES NAMED(weighted_sum)(const VALUES *v, const NUMBER *n) { return v[0] * n[0] + (v[1] * n[1] + n[2]); }
#else
// The sum of bytes in 16 bits, for whole factors and a whole number. It takes half as many instructions as floats.
INLINE VECTOR(short) NAMED(whole_sum)(const VALUES *v, const NUMBER *n) {
  return CONVERT(short, v[0]) * (short)n[0] + CONVERT(short, v[1]) * (short)n[1] + (short)n[2];
}

INLINE VALUES NAMED(to_bytes)(const VECTOR(short) v) {
  return CONVERT(uchar, clamp(v, (VECTOR(short))0, (VECTOR(short))255));
}

INLINE VALUES NAMED(weighted_sum)(const VALUES *v, const NUMBER *n) { return NAMED(to_bytes)(NAMED(whole_sum)(v, n)); }

// The same sum where factors and number are whole multiples of 2^-n[3], rounded to nearest even.
INLINE VALUES NAMED(weighted_parts)(const VALUES *v, const NUMBER *n) {
  const VECTOR(short) sum = NAMED(whole_sum)(v, n), bits = (VECTOR(short))(short)n[3];
  const VECTOR(short) below_half = (VECTOR(short))(short)((1 << (short)n[3] >> 1) - 1);
  return NAMED(to_bytes)((sum + below_half + (sum >> bits & (VECTOR(short))1)) >> bits);
}
#endif
