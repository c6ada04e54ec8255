// Finds the middle one of 9 or 25 values by a network of minima and maxima: no branch, no index that depends on data.
// The unit tests prove both networks by the 0-1 principle (Knuth, The Art of Computer Programming, vol. 3, 5.3.4).

// Leaves the smaller value in p[a] and the larger in p[b]. Compilers drop the half that nobody reads.
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

// Of the sorted columns: the largest minimum, the middle median and the smallest maximum enclose the median.
INLINE PIXEL middle_of_columns(PIXEL *p) {
  SORT3(0, 3, 6) SORT3(1, 4, 7) SORT3(2, 5, 8)
  return middle_of_3(GREATER(GREATER(p[0], p[1]), p[2]), middle_of_3(p[3], p[4], p[5]),
                     LESSER(LESSER(p[6], p[7]), p[8]));
}

#else

// A search over networks on sorted columns found the second part: 51 steps, of which 78 minima and maxima are read.
INLINE PIXEL middle_of_columns(PIXEL *p) {
  SORT5(0, 5, 10, 15, 20) SORT5(1, 6, 11, 16, 21) SORT5(2, 7, 12, 17, 22)
  SORT5(3, 8, 13, 18, 23) SORT5(4, 9, 14, 19, 24)
  ORDER(19, 15) ORDER(12, 14) ORDER(6, 19) ORDER(4, 1) ORDER(2, 4) ORDER(13, 14) ORDER(5, 8) ORDER(16, 18)
  ORDER(11, 12) ORDER(12, 13) ORDER(11, 3) ORDER(7, 16) ORDER(16, 19) ORDER(22, 23) ORDER(1, 22) ORDER(5, 6)
  ORDER(3, 10) ORDER(3, 1) ORDER(8, 17) ORDER(7, 6) ORDER(22, 10) ORDER(6, 9) ORDER(24, 22) ORDER(22, 21)
  ORDER(20, 13) ORDER(15, 18) ORDER(15, 17) ORDER(1, 4) ORDER(16, 15) ORDER(23, 10) ORDER(8, 9) ORDER(19, 15)
  ORDER(8, 6) ORDER(0, 12) ORDER(1, 24) ORDER(22, 14) ORDER(6, 16) ORDER(9, 19) ORDER(20, 12) ORDER(24, 22)
  ORDER(22, 23) ORDER(16, 24) ORDER(12, 22) ORDER(9, 24) ORDER(20, 16) ORDER(4, 16) ORDER(4, 9) ORDER(24, 16)
  ORDER(12, 24) ORDER(9, 12) ORDER(12, 24)
  return p[12];
}

#endif

PIXEL median(WINDOW) {
  PIXEL p[KSIZE_X * KSIZE_Y];
  UNROLL for (int dy = -RADIUS_Y; dy <= RADIUS_Y; ++dy)
    UNROLL for (int dx = -RADIUS_X; dx <= RADIUS_X; ++dx) p[(dy + RADIUS_Y) * KSIZE_X + dx + RADIUS_X] = AT(dx, dy);
  return middle_of_columns(p);
}
