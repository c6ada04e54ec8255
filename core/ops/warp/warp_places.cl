// Where the pixels of a result lie in the source. Places are whole numbers, as in places.cpp, so that they are the same
// on all devices. They are made for VEC pixels at a time.

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

// How far places lie right of and below pixels: by 2^32, or as a table's floats say.
#if PLACES == TABLE
#define PARTS FLOATS
#else
#define PARTS UINTS
#endif

// The pixels to the left of and above places, and how far right and below of their centres the places lie.
typedef struct {
  INTS x, y;
  PARTS right, below;
} Places;

#if PLACES == TABLE
#define MAP_IN(name)                                                                              \
  __global const float *restrict name, const long name##_offset, const long name##_stride, \
      const int name##_width, const int name##_height
#define PLACES_IN MAP_IN(map_x), MAP_IN(map_y)

#define FARTHEST 1073741824.0f

// Beyond FARTHEST and NaN count as there. Comparisons with NaN are false. PoCL's floor() takes ten instructions.
INLINE INTS side_of(const FLOATS at, FLOATS *part) {
  const FLOATS above = at > -FARTHEST ? at : (FLOATS)-FARTHEST, near = above < FARTHEST ? above : (FLOATS)FARTHEST;
  const INTS cut = CONVERT(int, near);
  const FLOATS rest = near - CONVERT(float, cut), up = rest < 0 ? rest + 1.0f : rest;
  const INTS whole = rest < 0 ? cut - 1 : cut, next = up >= 1.0f;  // just below a whole number
  *part = next ? (FLOATS)0 : up;
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

// A row of the matrix times (x, y, 1). Intermediate sums may leave the range, the result does not.
INLINE ulong form(__constant long *by, const int x, const int y) {
  return (ulong)by[0] * (ulong)(long)x + (ulong)by[1] * (ulong)(long)y + (ulong)by[2];
}

INLINE Places places_from(const LONGS x, const LONGS y, const int bits) {
  Places places;
  places.x = CONVERT(int, x >> bits);
  places.y = CONVERT(int, y >> bits);
  places.right = CONVERT(uint, x) << (32 - bits);
  places.below = CONVERT(uint, y) << (32 - bits);
  return places;
}

#if PLACES == PROJECTIVE
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

INLINE Places exact_places(const LONGS across, const LONGS down, const LONGS signed_divisor) {
  const LONGS sign = signed_divisor >> 63, divisor = max((signed_divisor ^ sign) - sign, 1L), far = -MOST_PLACE;
  const RECIPROCALS reciprocal = RECIPROCAL(divisor);
  const LONGS x_at = quotient((across ^ sign) - sign, divisor, reciprocal);
  const LONGS y_at = quotient((down ^ sign) - sign, divisor, reciprocal);
  return places_from(signed_divisor == 0 ? far : x_at, signed_divisor == 0 ? far : y_at, QUOTIENT_BITS);
}

// 2^31 and a quotient of 32 bits, as a double that is added to 2^32: these are the 32 bits below its exponent, with 20
// bits behind them that say how near the next whole number is. Whoever makes quotients so sees to it that they are off by
// less than SPARE, and makes those again that lie within SPARE of a whole number.
#define RAISED 6442450944.0  // 2^32 + 2^31
#define RAISED_EXPONENT 0x41fu
#define SPARE (4u << 12)
#endif
#endif
