// Element-wise ops: out[i] = EXPRESSION of x[i], y[i], z[i], w[i] and the numbers a, b, c, d.
//
// EXPRESSION is made of the map_NAME functions below, which take and return VALUES: a vector of elements as arithmetic
// has them. Each macro names each operand once. An operation that needs one twice is a function, so that nested ones do
// not double the text.

#ifndef EXPRESSION
#define EXPRESSION map_add(map_multiply(a, x), y)
#define ITEMS 2  // vectors that an item loads before it computes
#endif

// Integers of 8 and 16 bits are computed as f32, then rounded once and saturated, like samples of images.
#if TYPE == U8 || TYPE == I8 || TYPE == U16 || TYPE == I16
#undef VALUE
#undef LOAD
#undef STORE
#undef LOAD_ONE
#undef STORE_ONE
#define VALUE float
#define SATURATED(element, v) JOIN(JOIN(convert_, element), _sat_rte)(v)
#define LOAD(p, i) CONVERT(float, LOAD_PLAIN(p, i))
#define STORE(v, p, i) STORE_PLAIN(SATURATED(VECTOR(ELEMENT), PICK(v == v, v, N(0))), p, i)
#define LOAD_ONE(p, i) ((float)(p)[i])
#define STORE_ONE(v, p, i) ((p)[i] = SATURATED(ELEMENT, v == v ? v : 0))
#endif

#define VALUES VECTOR(VALUE)
#define N(number) ((VALUES)(number))

// Comparisons give -1 for true with vectors and 1 with scalars. Expressions have 1 with both.
#if VEC == 1
#define PICK(condition, yes, no) ((condition) ? (yes) : (no))
#define FIRST(v) (v)
#else
#define PICK(condition, yes, no) select(no, yes, condition)
#define FIRST(v) ((v).s0)
#endif
#define TRUTH(condition) PICK(condition, N(1), N(0))

#define map_less(p, q) TRUTH(p < q)
#define map_less_equal(p, q) TRUTH(p <= q)
#define map_greater(p, q) TRUTH(p > q)
#define map_greater_equal(p, q) TRUTH(p >= q)
#define map_equal(p, q) TRUTH(p == q)
#define map_not_equal(p, q) TRUTH(p != q)

VALUES map_select(const VALUES condition, const VALUES yes, const VALUES no) {
  return PICK(condition != N(0), yes, no);
}

#if TYPE == I32 || TYPE == U32 || TYPE == I64 || TYPE == U64
// Signed overflow is undefined in C; that of unsigned integers wraps.
#if TYPE == I32
#define BITS(v) JOIN(as_, VECTOR(uint))(v)
#define FROM_BITS(v) JOIN(as_, VECTOR(int))(v)
#elif TYPE == I64
#define BITS(v) JOIN(as_, VECTOR(ulong))(v)
#define FROM_BITS(v) JOIN(as_, VECTOR(long))(v)
#else
#define BITS(v) v
#define FROM_BITS(v) (v)
#endif
#define map_add(p, q) FROM_BITS(BITS(p) + BITS(q))
#define map_subtract(p, q) FROM_BITS(BITS(p) - BITS(q))
#define map_multiply(p, q) FROM_BITS(BITS(p) * BITS(q))
#define map_negate(p) FROM_BITS(0u - BITS(p))

// Divides. A quotient by zero is 0, and that of the least integer by -1 wraps: both divisions end programs on some
// processors.
VALUES map_divide(const VALUES p, const VALUES q) {
#if TYPE == I32 || TYPE == I64
  const VALUES safe = PICK((q == N(0)) | (q == N(-1)), N(1), q);
  return PICK(q == N(0), N(0), PICK(q == N(-1), map_negate(p), p / safe));
#else
  return PICK(q == N(0), N(0), p / PICK(q == N(0), N(1), q));
#endif
}

VALUES map_abs(const VALUES p) {
#if TYPE == I32 || TYPE == I64
  return PICK(p < N(0), map_negate(p), p);
#else
  return p;
#endif
}
VALUES map_min(const VALUES p, const VALUES q) { return PICK(p < q, p, q); }
VALUES map_max(const VALUES p, const VALUES q) { return PICK(p > q, p, q); }

#else
#define map_add(p, q) (p + q)
#define map_subtract(p, q) (p - q)
#define map_multiply(p, q) (p * q)
#define map_divide(p, q) (p / q)
#define map_negate(p) (-p)
#define map_abs(p) fabs(p)
#define map_floor(p) floor(p)
#define map_ceil(p) ceil(p)
#define map_round(p) rint(p)
#define map_trunc(p) trunc(p)
#define map_sqrt(p) sqrt(p)
#define map_exp(p) exp(p)
#define map_exp2(p) exp2(p)
#define map_log(p) log(p)
#define map_log2(p) log2(p)
#define map_atan(p) atan(p)
#define map_tanh(p) tanh(p)

// Functions work lane by lane. In vectors of PoCL 3.1, one lane's special case spoils others: sin of 2e-11 beside 2e5
// becomes 0.01, and the power of an f64 beside an infinity is off by powers of two.
#if VEC == 1
#define LANEWISE(name, function) \
  VALUE name(const VALUE p) { return function(p); }
#define LANEWISE_2(name, function) \
  VALUE name(const VALUE p, const VALUE q) { return function(p, q); }
#else
#define LANES(v, lanes) \
  VALUE lanes[VEC];     \
  JOIN(vstore, VEC)(v, 0, lanes);
#define LANEWISE(name, function)                                             \
  VALUES name(const VALUES p) {                                              \
    LANES(p, ps)                                                             \
    for (uint lane = 0; lane < VEC; ++lane) ps[lane] = function(ps[lane]);   \
    return JOIN(vload, VEC)(0, ps);                                          \
  }
#define LANEWISE_2(name, function)                                                     \
  VALUES name(const VALUES p, const VALUES q) {                                        \
    LANES(p, ps)                                                                       \
    LANES(q, qs)                                                                       \
    for (uint lane = 0; lane < VEC; ++lane) ps[lane] = function(ps[lane], qs[lane]);   \
    return JOIN(vload, VEC)(0, ps);                                                    \
  }
#endif
LANEWISE(map_sin, sin)
LANEWISE(map_cos, cos)
LANEWISE(map_tan, tan)
LANEWISE_2(map_pow, pow)

// NaN wins, as in NumPy; fmin and fmax of OpenCL pass it over.
VALUES map_min(const VALUES p, const VALUES q) { return PICK((p < q) | (p != p), p, q); }
VALUES map_max(const VALUES p, const VALUES q) { return PICK((p > q) | (p != p), p, q); }
#endif

#define map_clamp(p, least, most) map_min(map_max(p, least), most)

VALUES value(const VALUES x, const VALUES y, const VALUES z, const VALUES w, const VALUES a, const VALUES b,
             const VALUES c, const VALUES d) {
  return EXPRESSION;
}

// Computes vector i of the output, or element i.
#define VALUE_AT(load, i) value(load(xs, i), load(ys, i), load(zs, i), load(ws, i), N(a), N(b), N(c), N(d))
#define BROADCAST(p, i) N(LOAD_ONE(p, i))

// The kernel gets x again for each input that the expression lacks. The compiler drops such loads.
__kernel void map(__global const ELEMENT *restrict xs, __global const ELEMENT *restrict ys,
                  __global const ELEMENT *restrict zs, __global const ELEMENT *restrict ws, const VALUE a,
                  const VALUE b, const VALUE c, const VALUE d, __global ELEMENT *restrict out, const ulong count) {
  const ulong vectors = count / VEC;
  ITEM_RANGE(vectors)
  const ulong last = (ITEMS - 1) * step;
  ulong i = first;
#if ACCESS == ONCE
  if (i + last < end) {
#else
  for (; i + last < end; i += ITEMS * step) {
#endif
    VALUES results[ITEMS];
#pragma unroll
    for (uint item = 0; item < ITEMS; ++item) results[item] = VALUE_AT(LOAD, i + item * step);
#pragma unroll
    for (uint item = 0; item < ITEMS; ++item) STORE(results[item], out, i + item * step);
#if ACCESS == ONCE
    i += ITEMS * step;
#endif
  }
  for (; i < end; i += step) STORE(VALUE_AT(LOAD, i), out, i);
  // Computes the elements after the last whole vector.
  for (i = vectors * VEC + get_global_id(0); i < count; i += get_global_size(0)) {
    const VALUES result = VALUE_AT(BROADCAST, i);
    STORE_ONE(FIRST(result), out, i);
  }
}
