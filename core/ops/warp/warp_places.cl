// Where the pixels of a result lie in the source, VEC neighbours in a row at a time. Places are whole numbers, as in
// places.cpp, so that they are the same on all devices.

#define AFFINE 1      // a matrix
#define PROJECTIVE 2  // a matrix whose last row divides
#define TABLE 3       // two images

#ifndef PLACES
#define PLACES AFFINE
#endif
#ifndef DOUBLES
#define DOUBLES 0  // 1: quotients are found by doubles
#endif

#define INTS VECTOR(int)
#define UINTS VECTOR(uint)
#define LONGS VECTOR(long)

// The pixels to the left of and above places, and how far right and below of their centres the places lie, by 2^32.
typedef struct {
  INTS x, y;
  UINTS right, below;
} Places;

#if PLACES == TABLE
#define MAP_IN(name)                                                                              \
  __global const float *restrict name, const long name##_offset, const long name##_stride, \
      const int name##_width, const int name##_height
#define PLACES_IN MAP_IN(map_x), MAP_IN(map_y)
#define PLACES_AT(x, y, count) places_of(table_at(ROW(map_x, y) + (x), count), table_at(ROW(map_y, y) + (x), count))

#define FARTHEST 1073741824.0f

// The table ends where the image does.
INLINE FLOATS table_at(__global const float *from, const int count) {
  typedef FLOATS LOOSE_FLOATS __attribute__((aligned(4)));
  if (count == VEC) return LOOSE ? *(__global const LOOSE_FLOATS *)from : LOAD_PLAIN(from, 0);
  float values[VEC];
  for (int i = 0; i < VEC; ++i) values[i] = from[min(i, count - 1)];
  return KEPT(values);
}

// Beyond FARTHEST and NaN count as there. Comparisons with NaN are false.
INLINE INTS side_of(const FLOATS at, UINTS *part) {
  const FLOATS above = at > -FARTHEST ? at : (FLOATS)-FARTHEST, near = above < FARTHEST ? above : (FLOATS)FARTHEST;
  const INTS cut = CONVERT(int, near), whole = CONVERT(float, cut) > near ? cut - 1 : cut;
  const FLOATS rest = near - CONVERT(float, whole);
  const INTS next = rest >= 1.0f;  // just below a whole number
  *part = next ? (UINTS)0 : CONVERT(uint, rest * 4294967296.0f);
  return next ? whole + 1 : whole;
}

INLINE Places places_of(const FLOATS x, const FLOATS y) {
  Places places;
  places.x = side_of(x, &places.right);
  places.y = side_of(y, &places.below);
  return places;
}
#else
#define PLACES_IN __constant long *numbers
#define PLACES_AT(x, y, count) places_at(numbers, left + (x), top + (y))

// Intermediate sums may leave the range, the result does not.
INLINE LONGS form(__constant long *by, const int x, const int y) {
  const ulong first = (ulong)by[0] * (ulong)(long)x + (ulong)by[1] * (ulong)(long)y + (ulong)by[2];
  return JOIN(as_, LONGS)((VECTOR(ulong))first + (ulong)by[0] * CONVERT(ulong, LANES_UPWARD));
}

INLINE Places places_from(const LONGS x, const LONGS y, const int bits) {
  Places places;
  places.x = CONVERT(int, x >> bits);
  places.y = CONVERT(int, y >> bits);
  places.right = CONVERT(uint, x) << (32 - bits);
  places.below = CONVERT(uint, y) << (32 - bits);
  return places;
}

#if PLACES == AFFINE
INLINE Places places_at(__constant long *numbers, const int x, const int y) {
  return places_from(form(numbers, x, y), form(numbers + 3, x, y), 32);
}
#else
#define QUOTIENT_BITS 16
#define DIVISOR_SHIFT 28
#define MOST_PLACE (1L << (30 + QUOTIENT_BITS))

// Quotients, rounded down. Divisors are positive. A quotient of doubles, one less where it is negative, is at most one
// off, unless it is so large that only its sign counts.
#if DOUBLES
#define RECIPROCALS VECTOR(double)
#define RECIPROCAL(divisor) (1.0 / CONVERT(double, divisor))
#define FAR (2.0 * MOST_PLACE)
INLINE LONGS quotient(const LONGS number, const LONGS divisor, const RECIPROCALS reciprocal) {
  const RECIPROCALS real = CONVERT(double, number) * reciprocal, above = real > -FAR ? real : (RECIPROCALS)-FAR;
  const LONGS down = CONVERT(long, above < FAR ? above : (RECIPROCALS)FAR) + (number >> 63);
  const LONGS rest = number - down * divisor;
  return min(max(down - ((divisor - 1 - rest) >> 63) + (rest >> 63), -MOST_PLACE), MOST_PLACE);
}
#else
#define RECIPROCALS LONGS
#define RECIPROCAL(divisor) 0
INLINE LONGS quotient(const LONGS number, const LONGS divisor, const LONGS unused) {
  const LONGS down = number / divisor;
  return min(max(down - (number - down * divisor < 0 ? (LONGS)1 : (LONGS)0), -MOST_PLACE), MOST_PLACE);
}
#endif

INLINE Places places_at(__constant long *numbers, const int x, const int y) {
  const LONGS across = form(numbers, x, y), down = form(numbers + 3, x, y);
  const LONGS signed_divisor = form(numbers + 6, x, y) >> DIVISOR_SHIFT, far = -MOST_PLACE;
  const LONGS sign = signed_divisor >> 63, divisor = max((signed_divisor ^ sign) - sign, 1L);
  const RECIPROCALS reciprocal = RECIPROCAL(divisor);
  const LONGS x_at = quotient((across ^ sign) - sign, divisor, reciprocal);
  const LONGS y_at = quotient((down ^ sign) - sign, divisor, reciprocal);
  return places_from(signed_divisor == 0 ? far : x_at, signed_divisor == 0 ? far : y_at, QUOTIENT_BITS);
}
#endif
#endif
