// Instructions for which OpenCL C has no name. Each is behind a capability that a device's compiler or the composer
// names; all other devices get plain OpenCL C with the same results. No other file of the stencils knows a device.
//
// AMD's compiler makes v_pk_min_u16 and v_lshl_or_b32 (gfx1030) of the plain code, so its `amd_*` functions would add
// nothing. `cl_khr_integer_dot_product` adds four products of bytes, which no sum here needs.

// A fused multiply-add where the device has one, else two rounded steps. All schedules of a device do the same.
#ifndef FAST_FMA
#define FAST_FMA 1  // fma() is an instruction
#endif
#if FAST_FMA
#define MULTIPLY_ADD_F32(a, b, c) fma(a, b, c)
#else
#define MULTIPLY_ADD_F32(a, b, c) ((a) * (b) + (c))
#endif

#define MULTIPLY_ADD_F16(a, b, c) ((a) * (b) + (c))

// NVIDIA's OpenCL C has no byte permutation, and its compiler makes two or three instructions of shifts and masks.
#ifdef __NV_CL_C_VERSION
#define BYTE_PERMUTATION 1
INLINE uint permute_bytes(uint a, uint b, uint selector) {
  uint result;
  __asm__("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(selector));
  return result;
}
#else
#define BYTE_PERMUTATION 0
#endif

// The low word of two that are moved down by `bits`, modulo 32. NVIDIA's compiler makes a mask and a shift of 64 bits.
#ifdef __NV_CL_C_VERSION
INLINE uint funnel_shift(uint high, uint low, uint bits) {
  uint result;
  __asm__("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(bits));
  return result;
}
#else
INLINE uint funnel_shift(uint high, uint low, uint bits) { return (uint)(upsample(high, low) >> (bits & 31)); }
#endif

// The root of 0, or of a number so large that it needs no care for denormals, within OpenCL's 3 ulp.
#ifdef __NV_CL_C_VERSION
#define ROOT_OF_NORMAL 1
INLINE float root_of_normal(float number) {
  __asm__("sqrt.approx.ftz.f32 %0, %0;" : "+f"(number));
  return number;
}
#else
#define ROOT_OF_NORMAL 0
#endif

// Minima and maxima of two shorts in a word. PTX has them for sm_90 and later.
#ifndef PAIRED_MINIMA
#define PAIRED_MINIMA 0
#endif
#if PAIRED_MINIMA
INLINE uint lesser_of_word(uint a, uint b) {
  uint result;
  __asm__("min.u16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
  return result;
}
INLINE uint greater_of_word(uint a, uint b) {
  uint result;
  __asm__("max.u16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
  return result;
}
INLINE uint clamp_to_byte(uint pair) {
  __asm__("max.s16x2 %0, %0, %1;" : "+r"(pair) : "r"(0));
  __asm__("min.s16x2 %0, %0, %1;" : "+r"(pair) : "r"(0x00ff00ff));
  return pair;
}

// Halves of 16 bits are added at twice the rate of minima. The whole numbers from 1024 to 2047 have bits in their own
// order, and their sums and differences are exact.
INLINE uint excess_of_halves(uint a, uint b) {
  uint result;
  __asm__("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(b), "r"(0xbc00bc00u), "r"(a));
  return result;
}
INLINE uint lesser_of_halves(uint a, uint b) {
  uint result;
  __asm__("sub.rn.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(excess_of_halves(a, b)));
  return result;
}
INLINE uint greater_of_halves(uint a, uint b) {
  uint result;
  __asm__("add.rn.f16x2 %0, %1, %2;" : "=r"(result) : "r"(b), "r"(excess_of_halves(a, b)));
  return result;
}
#else
INLINE uint lesser_of_word(uint a, uint b) { return as_uint(min(as_ushort2(a), as_ushort2(b))); }
INLINE uint greater_of_word(uint a, uint b) { return as_uint(max(as_ushort2(a), as_ushort2(b))); }
INLINE uint clamp_to_byte(uint pair) { return as_uint(clamp(as_short2(pair), (short2)0, (short2)255)); }
#endif

// Adds one lane of a pair to a sum. PTX has sums of products of shorts and bytes for sm_61 and later. Elsewhere the
// lane is taken out before it is added.
#ifndef LANE_SUMS
#define LANE_SUMS 0
#endif
#if LANE_SUMS
INLINE uint add_lane(uint sum, uint pair, int i) {
  __asm__("dp2a.lo.u32.u32 %0, %1, %2, %0;" : "+r"(sum) : "r"(pair), "r"(i == 0 ? 0x0001 : 0x0100));
  return sum;
}
INLINE uint subtract_lane(uint sum, uint pair, int i) {
  __asm__("dp2a.lo.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(pair), "r"(i == 0 ? 0x00ff : 0xff00));
  return sum;
}
INLINE uint add_product(uint sum, uint pair, int i, int factor) {
  if (factor < -128 || factor > 127) return sum + (pair >> (16 * i) & 0xffffu) * (uint)factor;
  const uint factors = (uint)(factor & 0xff) << (8 * i);
  __asm__("dp2a.lo.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(pair), "r"(factors));
  return sum;
}
#else
INLINE uint add_product(uint sum, uint pair, int i, int factor) {
  return sum + (pair >> (16 * i) & 0xffffu) * (uint)factor;
}
INLINE uint add_lane(uint sum, uint pair, int i) { return sum + ((pair >> (16 * i)) & 0xffffu); }
INLINE uint subtract_lane(uint sum, uint pair, int i) { return sum - ((pair >> (16 * i)) & 0xffffu); }
#endif

// The upper halves of products of 16-bit numbers. CPUs have an instruction for 16 of them; LLVM 14 uses the instruction
// only where no factor is a constant.
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

// Stores past the caches, and prefetches for reads and writes, defined where the compiler has them.
#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#define STORE_PAST_CACHES(v, p) __builtin_nontemporal_store(v, p)
#endif
// SPIR-V has no prefetch. Mesa undefines __SPIR__ and __SPIRV__.
#if __has_builtin(__builtin_prefetch) && !defined(__SPIR64__) && !defined(__SPIRV64__)
#define PREFETCH_GLOBAL(p) __builtin_prefetch((const void *)(size_t)(p))
#define PREFETCH_TO_WRITE(p) __builtin_prefetch((const void *)(size_t)(p), 1)
#endif
#endif
