// Samples of u8 and u16 by words of 32 bits: rows are loaded as words and taken apart in registers, where compilers
// would load each lane of a shifted vector by itself.

#if WORD_LOADS

#define SAMPLES_PER_WORD (SRC_TYPE == U8 ? 4 : 2)
#define WORDS_OF_BLOCK (VEC / SAMPLES_PER_WORD)

// The block's words as they lie in memory.
#if SRC_TYPE == U8 && VEC == 4
#define WORDS uint
#elif SRC_TYPE == U8 && VEC == 8 || SRC_TYPE == U16 && VEC == 4
#define WORDS uint2
#elif SRC_TYPE == U8 || VEC == 8
#define WORDS uint4
#else
#define WORDS uint8
#endif

// Element i of a vector, or of a word by itself. Indices are known after unrolling.
#define ELEMENT(v, i) ((uint *)&(v))[i]

// Sample i of the word, below the bits of `top`, whose low half is zero.
INLINE uint sample_of_word(uint word, int i, uint top) {
#if BYTE_PERMUTATION
  const uint low = SRC_TYPE == U8 ? (uint)i : (uint)(2 * i), high = SRC_TYPE == U8 ? 4u : (uint)(2 * i + 1);
  return permute_bytes(word, top, 0x7600 | high << 4 | low);
#else
  return ((word >> (i * (32 / SAMPLES_PER_WORD))) & (SRC_TYPE == U8 ? 0xffu : 0xffffu)) | top;
#endif
}

#endif
