// The upper halves of products of numbers of 16 bits. CPUs have an instruction for 16 of them, which LLVM 14 finds only
// where no factor is a constant.

#if defined(__AVX2__) && VEC >= 16
INLINE ushort16 upper_halves_16(ushort16 a, ushort16 b) {
  const short16 halves = __builtin_ia32_pmulhuw256(as_short16(a), as_short16(b));
  return as_ushort16(halves);
}
#endif

INLINE VECTOR(ushort) upper_halves(VECTOR(ushort) a, VECTOR(ushort) b) {
#if defined(__AVX2__) && VEC == 16
  return upper_halves_16(a, b);
#elif defined(__AVX2__) && VEC > 16
  return (VECTOR(ushort))(upper_halves_16(a.lo, b.lo), upper_halves_16(a.hi, b.hi));
#else
  return CONVERT(ushort, CONVERT(uint, a) * CONVERT(uint, b) >> (VECTOR(uint))16);
#endif
}
