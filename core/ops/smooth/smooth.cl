// Averages those of the five pixels that lie in the image.

// A pixel outside counts as zero, even where the border rule gives NaN.
#define PRESENT(dx, dy) select((PIXEL)0.0f, AT(dx, dy), isgreater(INSIDE(dx, dy), (PIXEL)0.0f))

// Returns 1 / count for a count from 1 to 5. 1, 1/2 and 1/4 are exact, so halves round as they should.
INLINE PIXEL reciprocal_of_count(PIXEL count) {
  PIXEL result = (PIXEL)1.0f;
  result = select(result, (PIXEL)0.5f, isgreater(count, (PIXEL)1.5f));
  result = select(result, (PIXEL)(1.0f / 3.0f), isgreater(count, (PIXEL)2.5f));
  result = select(result, (PIXEL)0.25f, isgreater(count, (PIXEL)3.5f));
  return select(result, (PIXEL)0.2f, isgreater(count, (PIXEL)4.5f));
}

PIXEL smooth(WINDOW) {
  const PIXEL count = 1.0f + INSIDE(0, -1) + INSIDE(-1, 0) + INSIDE(1, 0) + INSIDE(0, 1);
  const PIXEL sum = PRESENT(0, -1) + PRESENT(-1, 0) + AT(0, 0) + PRESENT(1, 0) + PRESENT(0, 1);
  return sum * reciprocal_of_count(count);
}
