// Least squares of polynomials: the range of the points, their moments in Chebyshev polynomials, and the residuals of a
// solution that the host found. Each lane of each work-item has sums of its own. The host adds the sums of the groups.
//
// Numbers have more digits than f32, but for those of the range: they are f64, or pairs of floats whose sum is the
// number. The host scales x, y and the weights by powers of two to at most 1, so that nothing over- or underflows.

#ifndef DEGREE
#define DEGREE 2
#define WEIGHTED 0
#define PAIRS 1    // numbers are pairs of floats, else doubles
#endif

#define R VECTOR(VALUE)
#define COEFFICIENTS (DEGREE + 1)
#define MOMENTS (2 * DEGREE + 1)

#if PAIRS
#define PART float
#define PARTS 2
typedef struct {
  R high, low;
} Number;

Number number(const R high, const R low) {
  const Number n = {high, low};
  return n;
}

// Adds without an error where |a| >= |b| (Dekker's Fast2Sum).
Number quick_sum(const R a, const R b) {
  const R sum = a + b;
  return number(sum, b - (sum - a));
}

// Adds without an error (Knuth's TwoSum).
Number exact_sum(const R a, const R b) {
  const R sum = a + b, second = sum - a;
  return number(sum, (a - (sum - second)) + (b - second));
}

#if FAST_FMA
Number exact_product(const R a, const R b) {
  const R product = a * b;
  return number(product, fma(a, b, -product));
}
#else
R high_half(const R a) {
  const R c = a * 4097.0f;
  return c - (c - a);
}

// Multiplies without an error (Dekker's product).
Number exact_product(const R a, const R b) {
  const R product = a * b, a1 = high_half(a), b1 = high_half(b), a2 = a - a1, b2 = b - b1;
  return number(product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2));
}
#endif

Number plus(const Number a, const Number b) {
  const Number sum = exact_sum(a.high, b.high);
  return quick_sum(sum.high, sum.low + (a.low + b.low));
}

Number minus(const Number a, const Number b) { return plus(a, number(-b.high, -b.low)); }

Number times(const Number a, const Number b) {
  const Number product = exact_product(a.high, b.high);
  return quick_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

#define NUMBER_OF(v) number(v, (R)0)
#define PARAMETER(i) number((R)(parameters[2 * (i)]), (R)(parameters[2 * (i) + 1]))
#define PUT(n, p, i)                      \
  {                                       \
    STORE_PLAIN((n).high, p, 2 * (i));    \
    STORE_PLAIN((n).low, p, 2 * (i) + 1); \
  }
#else
#define PART double
#define PARTS 1
typedef VECTOR(double) Number;
Number plus(const Number a, const Number b) { return a + b; }
Number minus(const Number a, const Number b) { return a - b; }
Number times(const Number a, const Number b) { return a * b; }
#define NUMBER_OF(v) CONVERT(double, v)
#define PARAMETER(i) ((Number)(parameters[2 * (i)]))
#define PUT(n, p, i) STORE_PLAIN(n, p, i);
#endif

// The parameters that the host sets. Those with two parts are Numbers.
#define CENTRE PARAMETER(0)
#define SCALE PARAMETER(1)
#define X_UNIT ((VALUE)(parameters[4]))
#define Y_UNIT ((VALUE)(parameters[6]))
#define W_UNIT ((VALUE)(parameters[8]))
#define MEAN PARAMETER(5)
#define COEFFICIENT(k) PARAMETER(6 + (k))

// The i-th points: t in [-1, 1], y and the weight. A point without weight may lie anywhere, but must not overflow.
#if WEIGHTED
#define POINTS                                                               \
  const R w_ = LOAD(w, i) * W_UNIT;                                          \
  const R x_ = w_ > 0 ? LOAD(x, i) * X_UNIT : (R)0;                          \
  const R y_ = w_ > 0 ? LOAD(y, i) * Y_UNIT : (R)0;                          \
  const Number weight = NUMBER_OF(w_);
#define WEIGHED(n) times(weight, n)
#else
#define POINTS const R x_ = LOAD(x, i) * X_UNIT, y_ = LOAD(y, i) * Y_UNIT;
#define WEIGHED(n) (n)
#endif
#define ABSCISSA times(minus(NUMBER_OF(x_), centre), scale)

GROUP_TREE(of_group, Number, plus, 1)

#define LEAVE(value, place, count)                                                            \
  {                                                                                           \
    const Number sum = of_group(value, values);                                               \
    if (get_local_id(0) == 0) PUT(sum, out, (ulong)get_group_id(0) * (count) + (place))       \
  }

// Sums up w T(k)(t), for k up to twice the degree, and then w T(k)(t) y. Sums of T(i) T(j) follow from the first sums:
// 2 T(i) T(j) = T(i + j) + T(|i - j|). Without weights the first sum, the number of points, stays 0.
__kernel void moments(__global const ELEMENT *restrict x, __global const ELEMENT *restrict y,
                      __global const ELEMENT *restrict w, __global const PART *restrict parameters,
                      __global PART *restrict out, const ulong vectors) {
  __local Number values[GROUP];
  ITEM_RANGE(vectors)
  const Number centre = CENTRE, scale = SCALE;
  Number sums[MOMENTS], products[COEFFICIENTS];
#pragma unroll
  for (uint k = 0; k < MOMENTS; ++k) sums[k] = NUMBER_OF((R)0);
#pragma unroll
  for (uint k = 0; k < COEFFICIENTS; ++k) products[k] = NUMBER_OF((R)0);
  for (ulong i = first; i < end; i += step) {
    POINTS
    const Number t = ABSCISSA, twice = plus(t, t), height = NUMBER_OF(y_);
#if WEIGHTED
    Number before = weight;
    sums[0] = plus(sums[0], weight);
#else
    Number before = NUMBER_OF((R)1);
#endif
    Number here = WEIGHED(t);
    products[0] = plus(products[0], WEIGHED(height));
#pragma unroll
    for (uint k = 1; k < MOMENTS; ++k) {
      sums[k] = plus(sums[k], here);
      if (k < COEFFICIENTS) products[k] = plus(products[k], times(here, height));
      const Number next = minus(times(twice, here), before);
      before = here;
      here = next;
    }
  }
#pragma unroll
  for (uint k = 0; k < MOMENTS; ++k) LEAVE(sums[k], k, MOMENTS + COEFFICIENTS)
#pragma unroll
  for (uint k = 0; k < COEFFICIENTS; ++k) LEAVE(products[k], MOMENTS + k, MOMENTS + COEFFICIENTS)
}

// Sums up w r T(k)(t) for r = y - polynomial, then w r^2 and w (y - mean)^2.
__kernel void residuals(__global const ELEMENT *restrict x, __global const ELEMENT *restrict y,
                        __global const ELEMENT *restrict w, __global const PART *restrict parameters,
                        __global PART *restrict out, const ulong vectors) {
  __local Number values[GROUP];
  ITEM_RANGE(vectors)
  const Number centre = CENTRE, scale = SCALE, mean = MEAN;
  Number sums[COEFFICIENTS], basis[COEFFICIENTS], squares = NUMBER_OF((R)0), spread = NUMBER_OF((R)0);
#pragma unroll
  for (uint k = 0; k < COEFFICIENTS; ++k) sums[k] = NUMBER_OF((R)0);
  for (ulong i = first; i < end; i += step) {
    POINTS
    const Number t = ABSCISSA, twice = plus(t, t), height = NUMBER_OF(y_);
    Number before = NUMBER_OF((R)1), here = t, residual = minus(height, COEFFICIENT(0));
#pragma unroll
    for (uint k = 1; k < COEFFICIENTS; ++k) {
      basis[k] = here;
      residual = minus(residual, times(COEFFICIENT(k), here));
      const Number next = minus(times(twice, here), before);
      before = here;
      here = next;
    }
    const Number weighed = WEIGHED(residual), difference = minus(height, mean);
    squares = plus(squares, times(weighed, residual));
    spread = plus(spread, times(WEIGHED(difference), difference));
    sums[0] = plus(sums[0], weighed);
#pragma unroll
    for (uint k = 1; k < COEFFICIENTS; ++k) sums[k] = plus(sums[k], times(weighed, basis[k]));
  }
#pragma unroll
  for (uint k = 0; k < COEFFICIENTS; ++k) LEAVE(sums[k], k, COEFFICIENTS + 2)
  LEAVE(squares, COEFFICIENTS, COEFFICIENTS + 2)
  LEAVE(spread, COEFFICIENTS + 1, COEFFICIENTS + 2)
}
