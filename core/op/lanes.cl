// The places of a vector's lanes, for programs of stencils and of points.

#if VEC == 1
#define LANES_UPWARD 0
#elif VEC == 2
#define LANES_UPWARD (int2)(0, 1)
#elif VEC == 4
#define LANES_UPWARD (int4)(0, 1, 2, 3)
#elif VEC == 8
#define LANES_UPWARD (int8)(0, 1, 2, 3, 4, 5, 6, 7)
#elif VEC == 16
#define LANES_UPWARD (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#else
#define LANES_UPWARD \
  (int32)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, \
          30, 31)
#endif
