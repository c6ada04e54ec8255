// Samples of u8 and u16 by words of 32 bits. Rows are loaded as words and split in registers. Without words, compilers
// would load each lane of a shifted vector by itself.

#if WORD_LOADS

#define SAMPLES_PER_WORD (SRC_TYPE == U8 ? 4 : 2)
#define WORDS_OF_BLOCK (VEC / SAMPLES_PER_WORD)

// The block's words as they lie in memory.
#if SRC_TYPE == U8 && VEC == 4
#define WORDS uint
#define STORE_WORDS(v, p) (*(p) = (v))
#elif SRC_TYPE == U8 && VEC == 8 || SRC_TYPE == U16 && VEC == 4
#define WORDS uint2
#define STORE_WORDS(v, p) vstore2(v, 0, p)
#elif SRC_TYPE == U8 || VEC == 8
#define WORDS uint4
#define STORE_WORDS(v, p) vstore4(v, 0, p)
#else
#define WORDS uint8
#define STORE_WORDS(v, p) vstore8(v, 0, p)
#endif

// Element i of a vector, or of a single word. Indices are known after unrolling.
#define ELEMENT(v, i) ((uint *)&(v))[i]

// Sample i of the word in the low half, and the bits of `top`, whose low half is zero.
INLINE uint sample_of_word(uint word, int i, uint top) {
#if BYTE_PERMUTATION
  const uint low = SRC_TYPE == U8 ? (uint)i : (uint)(2 * i), high = SRC_TYPE == U8 ? 4u : (uint)(2 * i + 1);
  return permute_bytes(word, top, 0x7600 | high << 4 | low);
#else
  return ((word >> (i * (32 / SAMPLES_PER_WORD))) & (SRC_TYPE == U8 ? 0xffu : 0xffffu)) | top;
#endif
}

// Floats that become bytes are joined to words, since compilers store vectors of bytes four at a time. Sixteen of them
// are not joined: registers would hold all until the last one is there, which costs more.
#if SRC_TYPE == U8 && DST_TYPE == U8 && RESULT_TYPE == F32 && VEC == 8
#if BYTE_PERMUTATION
INLINE uint join_low_bytes(uint a, uint b, uint c, uint d) {
  return permute_bytes(permute_bytes(a, b, 0x0040), permute_bytes(c, d, 0x0040), 0x5410);
}
#else
INLINE uint join_low_bytes(uint a, uint b, uint c, uint d) {
  return (a & 0xffu) | (b & 0xffu) << 8 | (c & 0xffu) << 16 | d << 24;
}
#endif

INLINE VECTOR(uchar) bytes_of_floats(RESULT v) {
  const VECTOR(uint) numbers = AS_UINT(TO_RANGE(v) + 8388608.0f);
  WORDS words;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i)
    ELEMENT(words, i) = join_low_bytes(ELEMENT(numbers, 4 * i), ELEMENT(numbers, 4 * i + 1),
                                       ELEMENT(numbers, 4 * i + 2), ELEMENT(numbers, 4 * i + 3));
  return JOIN(as_, VECTOR(uchar))(words);
}
#undef TO_DST
#define TO_DST(v) bytes_of_floats(v)
#endif

#endif
