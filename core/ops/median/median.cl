// Finds the middle one of 9 or 25 values by a network of minima and maxima: no branch, no index that depends on data.
// The unit tests prove both networks by the 0-1 principle (Knuth, The Art of Computer Programming, vol. 3, 5.3.4).

// Leaves the smaller value in p[a] and the larger in p[b]. Compilers drop the half that is not used.
#define ORDER(a, b)                       \
  {                                       \
    const PIXEL low = LESSER(p[a], p[b]); \
    p[b] = GREATER(p[a], p[b]);           \
    p[a] = low;                           \
  }

#define SORT3(a, b, c) ORDER(a, b) ORDER(b, c) ORDER(a, b)
#define SORT5(a, b, c, d, e) \
  ORDER(a, b) ORDER(d, e) ORDER(c, e) ORDER(c, d) ORDER(a, d) ORDER(a, c) ORDER(b, e) ORDER(b, d) ORDER(b, c)

#if RADIUS_X == 1

INLINE PIXEL middle_of_3(PIXEL a, PIXEL b, PIXEL c) { return GREATER(LESSER(a, b), LESSER(GREATER(a, b), c)); }

// Once columns are sorted, the largest minimum, the middle median and the smallest maximum enclose the median.
INLINE PIXEL middle_of_columns(PIXEL *p) {
  SORT3(0, 3, 6) SORT3(1, 4, 7) SORT3(2, 5, 8)
  return middle_of_3(GREATER(GREATER(p[0], p[1]), p[2]), middle_of_3(p[3], p[4], p[5]),
                     LESSER(LESSER(p[6], p[7]), p[8]));
}

#define MIDDLE(p) middle_of_columns(p)

#else

// Batcher's odd-even merges of sorted values (Knuth, The Art of Computer Programming, vol. 3, 5.3.4).
INLINE void merge_twos(PIXEL a0, PIXEL a1, PIXEL b0, PIXEL b1, PIXEL *merged) {
  const PIXEL low = GREATER(a0, b0), high = LESSER(a1, b1);
  merged[0] = LESSER(a0, b0);
  merged[1] = LESSER(low, high);
  merged[2] = GREATER(low, high);
  merged[3] = GREATER(a1, b1);
}

INLINE void merge_threes(PIXEL a0, PIXEL a1, PIXEL a2, PIXEL b0, PIXEL b1, PIXEL b2, PIXEL *merged) {
  PIXEL outer[4];
  merge_twos(a0, a2, b0, b2, outer);
  const PIXEL low = LESSER(a1, b1), high = GREATER(a1, b1);
  merged[0] = outer[0];
  merged[1] = LESSER(low, outer[1]);
  merged[2] = GREATER(low, outer[1]);
  merged[3] = LESSER(high, outer[2]);
  merged[4] = GREATER(high, outer[2]);
  merged[5] = outer[3];
}

// Merges every `step`-th value of both lists.
INLINE void merge_fives(const PIXEL *a, const PIXEL *b, int step, PIXEL *merged) {
  PIXEL even[6], odd[4];
  merge_threes(a[0], a[2 * step], a[4 * step], b[0], b[2 * step], b[4 * step], even);
  merge_twos(a[step], a[3 * step], b[step], b[3 * step], odd);
  merged[0] = even[0];
  UNROLL for (int i = 0; i < 4; ++i) {
    merged[2 * i + 1] = LESSER(odd[i], even[i + 1]);
    merged[2 * i + 2] = GREATER(odd[i], even[i + 1]);
  }
  merged[9] = even[5];
}

// The sorted places 7 to 12 of two sorted tens. Five more values cannot move the middle one beyond these.
INLINE void merge_middle_of_tens(const PIXEL *a, const PIXEL *b, PIXEL *middle) {
  PIXEL even[10], odd[10];
  merge_fives(a, b, 2, even);
  merge_fives(a + 1, b + 1, 2, odd);
  UNROLL for (int i = 0; i < 3; ++i) {
    middle[2 * i] = LESSER(odd[i + 3], even[i + 4]);
    middle[2 * i + 1] = GREATER(odd[i + 3], even[i + 4]);
  }
}

// The middle one of six sorted values and five sorted ones.
INLINE PIXEL middle_of_six_and_five(const PIXEL *six, const PIXEL *five) {
  PIXEL middle = six[5];
  UNROLL for (int i = 0; i < 5; ++i) middle = LESSER(middle, GREATER(six[4 - i], five[i]));
  return middle;
}

// An even window and the odd one below it share four rows, and every other window shares two of these. Rows are sorted
// and merged in an order that gives both neighbours the same steps, which compilers compute once. So each of eight
// windows below each other takes 71 minima and maxima; a single window takes 188.
INLINE PIXEL middle_of_rows(PIXEL *p, int item_row) {
  SORT5(0, 1, 2, 3, 4) SORT5(5, 6, 7, 8, 9) SORT5(10, 11, 12, 13, 14) SORT5(15, 16, 17, 18, 19)
  SORT5(20, 21, 22, 23, 24)
  const PIXEL *shared = p + (item_row % 2 == 0 ? 5 : 0), *own = p + (item_row % 2 == 0 ? 0 : 20);
  PIXEL upper[10], lower[10], middle[6];
  merge_fives(shared, shared + 5, 1, upper);
  merge_fives(shared + 10, shared + 15, 1, lower);
  merge_middle_of_tens(upper, lower, middle);
  return middle_of_six_and_five(middle, own);
}

#define MIDDLE(p) middle_of_rows(p, item_row)

#endif

PIXEL median(WINDOW) {
  PIXEL p[KSIZE_X * KSIZE_Y];
  UNROLL for (int dy = -RADIUS_Y; dy <= RADIUS_Y; ++dy)
    UNROLL for (int dx = -RADIUS_X; dx <= RADIUS_X; ++dx) p[(dy + RADIUS_Y) * KSIZE_X + dx + RADIUS_X] = AT(dx, dy);
  return MIDDLE(p);
}
