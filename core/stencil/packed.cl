// Two lanes of 16 bits in each word of 32: sums of bytes, and minima and maxima of bytes and shorts, two samples with
// each instruction. Additions and multiplications by whole taps treat the word as one number, low lane + 65536 * high
// lane modulo 2^32. So lanes may be negative on the way if they fit 16 bits in the end.
//
// For u8 a word of four samples makes an even pair, samples 0 and 2, and an odd one, 1 and 3. For u16 a word is a pair.

#if PACKED

#define PAIRS (VEC / 2)

// Where halves have minima, every other pair of bytes that a network orders is a pair of halves 1024 + n: see
// intrinsics.cl.
#if PAIRED_MINIMA && SRC_TYPE == U8 && !defined(MASKS) && !RUNNING && !EXTREME
#define LANE_TOPS 0x64646464u
#define BY_HALVES(i) ((i) % 2 == 0)
#else
#define LANE_TOPS 0
#define BY_HALVES(i) 0
#define lesser_of_halves lesser_of_word
#define greater_of_halves greater_of_word
#endif

#if BYTE_PERMUTATION
INLINE uint even_pair(uint word) { return permute_bytes(word, LANE_TOPS, 0x4240); }
INLINE uint odd_pair(uint word) { return permute_bytes(word, LANE_TOPS, 0x4341); }
INLINE uint pair_across(uint left, uint right) { return permute_bytes(left, right, 0x5432); }
INLINE uint join_bytes(uint even, uint odd) { return permute_bytes(even, odd, 0x6240); }
// Lane i in the low half, and the bits of `top`, whose low half is zero.
INLINE uint lane_of_pair(uint pair, int i, uint top) { return permute_bytes(pair, top, i == 0 ? 0x7610 : 0x7632); }
INLINE uint join_top_bytes(uint a, uint b, uint c, uint d) {
  return permute_bytes(permute_bytes(a, b, 0x0073), permute_bytes(c, d, 0x0073), 0x5410);
}
INLINE uint join_upper_bytes(uint even, uint odd) { return permute_bytes(even, odd, 0x7351); }
// Byte i of a in the upper half of the low lane, and byte i of b in the upper half of the high one.
INLINE uint upper_bytes_of(uint a, uint b, int i) { return permute_bytes(a, b, (uint)(0x4400 + 0x1111 * i)); }
INLINE uint join_lower_lanes(uint a, uint b) { return permute_bytes(a, b, 0x5410); }
INLINE uint join_upper_lanes(uint a, uint b) { return permute_bytes(a, b, 0x7632); }
#else
INLINE uint even_pair(uint word) { return word & 0x00ff00ffu; }
INLINE uint odd_pair(uint word) { return (word >> 8) & 0x00ff00ffu; }
// Written without shifts: Oclgrind 21.10 cannot run the funnel shift that LLVM makes of them.
INLINE uint pair_across(uint left, uint right) {
  return as_uint((ushort2)(as_ushort2(left).y, as_ushort2(right).x));
}
INLINE uint join_bytes(uint even, uint odd) { return even | (odd << 8); }
INLINE uint lane_of_pair(uint pair, int i, uint top) { return ((pair >> (16 * i)) & 0xffffu) | top; }
INLINE uint join_top_bytes(uint a, uint b, uint c, uint d) {
  return (a >> 24) | ((b >> 16) & 0xff00u) | ((c >> 8) & 0xff0000u) | (d & 0xff000000u);
}
INLINE uint join_upper_bytes(uint even, uint odd) { return ((even >> 8) & 0x00ff00ffu) | (odd & 0xff00ff00u); }
INLINE uint upper_bytes_of(uint a, uint b, int i) {
  return (a >> (8 * i) & 0xffu) << 8 | (b >> (8 * i) & 0xffu) << 24;
}
INLINE uint join_lower_lanes(uint a, uint b) { return as_uint((ushort2)(as_ushort2(a).x, as_ushort2(b).x)); }
INLINE uint join_upper_lanes(uint a, uint b) { return as_uint((ushort2)(as_ushort2(a).y, as_ushort2(b).y)); }
#endif

INLINE PIXEL pack(VECTOR(SAMPLE) samples) {
  const WORDS words = JOIN(as_, WORDS)(samples);
#if SRC_TYPE == U16
  return words;
#else
  PIXEL pairs;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i) {
    ELEMENT(pairs, i) = even_pair(ELEMENT(words, i));
    ELEMENT(pairs, WORDS_OF_BLOCK + i) = odd_pair(ELEMENT(words, i));
  }
  return pairs;
#endif
}

// The samples of pairs whose lanes are samples.
INLINE VECTOR(SAMPLE) unpack(PIXEL pairs) {
#if SRC_TYPE == U16
  const WORDS words = pairs;
#else
  WORDS words;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i)
    ELEMENT(words, i) = join_bytes(ELEMENT(pairs, i), ELEMENT(pairs, WORDS_OF_BLOCK + i));
#endif
  return JOIN(as_, VECTOR(SAMPLE))(words);
}

INLINE PIXEL lesser(PIXEL a, PIXEL b) {
  UNROLL for (int i = 0; i < PAIRS; ++i)
    ELEMENT(a, i) = BY_HALVES(i) ? lesser_of_halves(ELEMENT(a, i), ELEMENT(b, i))
                                 : lesser_of_word(ELEMENT(a, i), ELEMENT(b, i));
  return a;
}

INLINE PIXEL greater(PIXEL a, PIXEL b) {
  UNROLL for (int i = 0; i < PAIRS; ++i)
    ELEMENT(a, i) = BY_HALVES(i) ? greater_of_halves(ELEMENT(a, i), ELEMENT(b, i))
                                 : greater_of_word(ELEMENT(a, i), ELEMENT(b, i));
  return a;
}

// Sums of bytes by whole taps. Each lane's sum plus BIAS fits 16 bits without a sign.
#ifndef MULTIPLIER
#define BIAS 0
#define MULTIPLIER 0  // 0: the scale is 1
#define ADDEND 0
#define CLAMPED 1  // sums may be outside 0 to 255
#endif
#if SRC_TYPE == U8
#define BOTH_LANES(n) ((uint)(n) * 0x10001u)

// The first value of sums: the bias and the addend that the conversion to floats or bytes expects in them.
#if RESULT_TYPE == F32
#define FIRST_SUM BOTH_LANES(BIAS)
#elif MULTIPLIER
#define FIRST_SUM 0
#else
#define FIRST_SUM BOTH_LANES(ADDEND + (CLAMPED ? 0x8000u : 0u))
#endif

// Sums rounded to bytes, with the results that the plain schedules' floats give. When the program is composed,
// MULTIPLIER and ADDEND are proved right for every sum.
INLINE VECTOR(uchar) bytes_of_sums(PIXEL sums) {
  WORDS words;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i) {
    const uint even = ELEMENT(sums, i), odd = ELEMENT(sums, WORDS_OF_BLOCK + i);
#if MULTIPLIER
#define SCALED(sum) ((sum) * MULTIPLIER + ADDEND)
    ELEMENT(words, i) =
        join_top_bytes(SCALED(even & 0xffffu), SCALED(odd & 0xffffu), SCALED(even >> 16), SCALED(odd >> 16));
#elif CLAMPED
    // The sign bits turn sums without signs into numbers with signs. The low sum must not borrow from the high one.
    ELEMENT(words, i) = join_bytes(clamp_to_byte(even ^ 0x80008000u), clamp_to_byte(odd ^ 0x80008000u));
#else
    ELEMENT(words, i) = join_bytes(even, odd);
#endif
  }
  return JOIN(as_, VECTOR(uchar))(words);
}

// 2^23 + n has n in its low bits, so no conversion is needed.
INLINE float float_of_lane(uint pair, int i) {
  return as_float(lane_of_pair(pair, i, 0x4b000000u)) - (8388608.0f + BIAS);
}

INLINE VECTOR(float) floats_of_sums(PIXEL sums) {
  float values[VEC];
  UNROLL for (int i = 0; i < VEC; ++i)
    values[i] = float_of_lane(ELEMENT(sums, i % 2 * WORDS_OF_BLOCK + i / 4), i / 2 % 2);
  return LOAD_PLAIN(values);
}
#endif

#endif
