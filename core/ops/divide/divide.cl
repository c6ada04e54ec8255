// Quotients times n[0]. Where n[1] is 1, a quotient by 0 becomes 0. Integers are divided without that factor: quotients
// are rounded to nearest even, and what is divided by 0 becomes 0.

#if FLOATING
INLINE VALUES NAMED(divide_samples)(const VALUES *v, const NUMBER *n) {
  const VALUES quotient = v[0] * n[0] / v[1];
  return v[1] == ALL(0) ? (n[1] == 1 ? ALL(0) : quotient) : quotient;
}
#else
#if TYPE == U64 || TYPE == I64
#define MAGNITUDE ulong
#else
#define MAGNITUDE uint
#endif
INLINE MAGNITUDE NAMED(magnitude)(const VALUES v) { return v < 0 ? 0 - (MAGNITUDE)v : (MAGNITUDE)v; }

INLINE VALUES NAMED(divide_samples)(const VALUES *v, const NUMBER *n) {
  if (v[1] == 0) return 0;
  const MAGNITUDE a = NAMED(magnitude)(v[0]), b = NAMED(magnitude)(v[1]), down = a / b, rest = a - down * b;
  const MAGNITUDE quotient = down + (rest > b - rest || (rest == b - rest && (down & 1)) ? 1 : 0);
  if ((v[0] < 0) != (v[1] < 0)) return (VALUES)(0 - quotient);
  return JOIN(JOIN(convert_, VALUE), _sat)(quotient);
}
#endif
