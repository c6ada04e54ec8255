// What scans have in common: the scan of one vector, and vectors that end where the array ends.

#ifndef ACC
#define ACC F32      // of the sums
#define EXCLUSIVE 0  // 1: a result leaves out its own element
#endif

#define ACC_T VALUE_OF(ACC)
#define ACCS VECTOR(ACC_T)

#if VEC == 1
#define SHIFTED(v) ((ACC_T)0)
#define LAST(v) (v)
#elif VEC == 2
#define SHIFTED(v) ((ACCS)(0, (v).s0))
#define LAST(v) ((v).s1)
#elif VEC == 4
#define SHIFTED(v) ((ACCS)(0, (v).s012))
#define SHIFTED_2(v) ((ACCS)(0, 0, (v).s01))
#define LAST(v) ((v).s3)
#elif VEC == 8
#define SHIFTED(v) ((ACCS)(0, (v).s0123, (v).s456))
#define SHIFTED_2(v) ((ACCS)(0, 0, (v).s0123, (v).s45))
#define SHIFTED_4(v) ((ACCS)(0, 0, 0, 0, (v).s0123))
#define LAST(v) ((v).s7)
#elif VEC == 16
#define SHIFTED(v) ((ACCS)(0, (v).s01234567, (v).s89ab, (v).scde))
#define SHIFTED_2(v) ((ACCS)(0, 0, (v).s01234567, (v).s89ab, (v).scd))
#define SHIFTED_4(v) ((ACCS)(0, 0, 0, 0, (v).s01234567, (v).s89ab))
#define SHIFTED_8(v) ((ACCS)(0, 0, 0, 0, 0, 0, 0, 0, (v).s01234567))
#define LAST(v) ((v).sf)
#endif

// Scans a vector (Hillis and Steele 1986): every lane gets the sum of itself and the lanes before it.
ACCS scanned(ACCS v) {
#if VEC > 1
  v += SHIFTED(v);
#endif
#if VEC > 2
  v += SHIFTED_2(v);
#endif
#if VEC > 4
  v += SHIFTED_4(v);
#endif
#if VEC > 8
  v += SHIFTED_8(v);
#endif
  return v;
}

// Loads the vector from element i on. Beyond the end it is 0.
ACCS elements(__global const ELEMENT *restrict x, const ulong i, const ulong count) {
  if (i + VEC <= count) return CONVERT(ACC_T, LOAD(x + i, 0));
#if VEC == 1
  return 0;
#else
  ACC_T lanes[VEC];
#pragma unroll
  for (uint lane = 0; lane < VEC; ++lane) lanes[lane] = i + lane < count ? (ACC_T)LOAD_ONE(x, i + lane) : 0;
  return JOIN(vload, VEC)(0, lanes);
#endif
}

void put(const ACCS v, __global ACC_T *restrict out, const ulong i, const ulong count) {
  if (i + VEC <= count) {
    STORE_PLAIN(v, out + i, 0);
    return;
  }
#if VEC > 1
  ACC_T lanes[VEC];
  JOIN(vstore, VEC)(v, 0, lanes);
#pragma unroll
  for (uint lane = 0; lane < VEC; ++lane)
    if (i + lane < count) out[i + lane] = lanes[lane];
#endif
}

#if EXCLUSIVE
#define RESULT(v) SHIFTED(v)
#else
#define RESULT(v) (v)
#endif
