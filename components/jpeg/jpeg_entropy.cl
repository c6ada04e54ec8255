// Codes the symbols of blocks. The bits of a chunk lie one after the other in a place of its own, in words that begin
// with the highest bit. jpeg_stuff.cl joins chunks.

#define CODE(entry) ((entry)&0xffff)
#define LENGTH(entry) ((entry) >> 16)
#define SIZE_OF(v) (32 - clz((uint)abs(v)))

// The low bits of a coefficient of this size, by T.81 F.1.2.1: those of v, or of v - 1 where v is negative.
#define LOW_BITS(v, size) ((uint)((v) + ((v) >> 31)) & ((1u << (size)) - 1))

#define END_OF_BLOCK 0
#define ZEROS_16 0xf0

// Which coefficients are coded. On CPUs the lowest bit is the first coefficient's, as vector units gather bits.
// Elsewhere the highest bit is, which GPUs find in one instruction.
#if GROUP == 1
#define ZEROS_BEFORE(rest) popcount(~(rest) & ((rest)-1))
#define BEHIND(rest, zeros) ((rest) >> (zeros) >> 1)
#define NEXT_CODED(coded, is_coded) ((coded) >> 1 | (ulong)(is_coded) << 63)
#else
#define ZEROS_BEFORE(rest) clz(rest)
#define BEHIND(rest, zeros) ((rest) << (zeros) << 1)
#define NEXT_CODED(coded, is_coded) ((coded) << 1 | (is_coded))
#endif

#define CODE_COEFFICIENT(ac, zeros, value, SYMBOL)                                    \
  {                                                                                   \
    const uint bits = SIZE_OF(value);                                                 \
    SYMBOL(ac, (uint)(zeros) << 4 | bits, LOW_BITS(value, bits), bits)                \
  }

// Visits a block's symbols: SYMBOL(codes, symbol, bits, count) has the `count` bits that follow a symbol's code. For
// coefficient 0 `difference` is coded.
#define EACH_SYMBOL(coefficients, coded, difference, dc, ac, SYMBOL, COEFFICIENT)     \
  {                                                                                   \
    const uint size = SIZE_OF(difference);                                            \
    SYMBOL(dc, size, LOW_BITS(difference, size), size)                                \
    int k = 1;                                                                        \
    for (ulong rest = BEHIND(coded, 0); rest != 0; ++k) {                             \
      const int zeros = (int)ZEROS_BEFORE(rest);                                      \
      k += zeros;                                                                     \
      rest = BEHIND(rest, zeros);                                                     \
      for (int z = zeros; z > 15; z -= 16) SYMBOL(ac, ZEROS_16, 0, 0)                 \
      const int value = (coefficients)[k];                                            \
      COEFFICIENT(ac, zeros & 15, value, SYMBOL)                                      \
    }                                                                                 \
    if (k < 64) SYMBOL(ac, END_OF_BLOCK, 0, 0)                                        \
  }

#ifdef __AVX2__
// A bit for each of 32 coefficients. Both vectors become one of bytes, in which the second's halves lie between the
// first's.
typedef char Bytes32 __attribute__((vector_size(32)));
typedef long Longs4 __attribute__((vector_size(32)));
INLINE ulong nonzero_of(const short16 first, const short16 second) {
  const Longs4 packed = (Longs4)__builtin_ia32_packsswb256(first, second);
  const Bytes32 zeros = (Bytes32)__builtin_shufflevector(packed, packed, 0, 2, 1, 3) == 0;
  return (uint)~__builtin_ia32_pmovmskb256(zeros);
}
#endif

INLINE ulong coded_of(MEMORY const short *restrict coefficients) {
#if defined(__AVX2__) && GROUP == 1
  MEMORY const short16 *restrict v = (MEMORY const short16 *)coefficients;
  return nonzero_of(v[0], v[1]) | nonzero_of(v[2], v[3]) << 32;
#else
  ulong coded = 0;
  for (int i = 0; i < 64; ++i) coded = NEXT_CODED(coded, coefficients[i] != 0 ? 1 : 0);
  return coded;
#endif
}

#define TABLES_OF(codes, scan, block) ((codes) + ((scan)*4 + (block).tables * 2) * 256)

// Appends a symbol's bits to `pending`. Its low `filled` bits wait for a whole word.
#define APPEND(table, symbol, more, count)                                               \
  const uint entry = (table)[symbol], length_of_all = LENGTH(entry) + (count);           \
  pending = pending << length_of_all | (ulong)(CODE(entry) << (count) | (more));         \
  filled += length_of_all;
#define LAST_WORD ((uint)(pending << (32 - filled)))
