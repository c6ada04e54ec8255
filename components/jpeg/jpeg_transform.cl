// Dequantises blocks and transforms them back to samples. The bits are those of libjpeg-turbo's `islow` with vector
// instructions (Loeffler, Ligtenberg and Moschytz 1989, with 12 multiplications). Coefficients of undamaged files have
// 16 bits in each step. Those of damaged files wrap around or saturate, as in libjpeg-turbo.

#define FIX_0_298631336 2446
#define FIX_0_390180644 3196
#define FIX_0_541196100 4433
#define FIX_0_765366865 6270
#define FIX_0_899976223 7373
#define FIX_1_175875602 9633
#define FIX_1_501321110 12299
#define FIX_1_847759065 15137
#define FIX_1_961570560 16069
#define FIX_2_053119869 16819
#define FIX_2_562915447 20995
#define FIX_3_072711026 25172
#define FRACTION 13  // bits of the constants' fractions
#define KEPT_BITS 2  // bits of fraction between the two passes

// The low 16 bits of a sum or difference. It is computed without signs, since only then overflow is defined.
INLINE short8 sum_of(const short8 a, const short8 b) { return as_short8(as_ushort8(a) + as_ushort8(b)); }
INLINE short8 difference_of(const short8 a, const short8 b) { return as_short8(as_ushort8(a) - as_ushort8(b)); }
INLINE short8 product_of(const short8 a, const ushort8 b) { return as_short8(as_ushort8(a) * b); }

INLINE int8 wide(const short8 v) { return TO(int8, v); }
INLINE short8 narrow(const int8 v) { return TO(short8, LIMITED(v, (int8)-32768, (int8)32767)); }
#define ROUNDED(v, bits) narrow(((v) + (1 << ((bits)-1))) >> (bits))

// One dimension of eight, in each lane.
INLINE void inverse_8(short8 *v, const int bits) {
  const int8 z2 = wide(v[2]), z3 = wide(v[6]);
  const int8 even2 = z2 * FIX_0_541196100 + z3 * (FIX_0_541196100 - FIX_1_847759065);
  const int8 even3 = z2 * (FIX_0_541196100 + FIX_0_765366865) + z3 * FIX_0_541196100;
  const int8 even0 = wide(sum_of(v[0], v[4])) << FRACTION, even1 = wide(difference_of(v[0], v[4])) << FRACTION;
  const int8 a0 = even0 + even3, a3 = even0 - even3, a1 = even1 + even2, a2 = even1 - even2;
  const int8 odd0 = wide(v[7]), odd1 = wide(v[5]), odd2 = wide(v[3]), odd3 = wide(v[1]);
  const int8 y3 = wide(sum_of(v[7], v[3])), y4 = wide(sum_of(v[5], v[1]));
  const int8 w3 = y3 * (FIX_1_175875602 - FIX_1_961570560) + y4 * FIX_1_175875602;
  const int8 w4 = y3 * FIX_1_175875602 + y4 * (FIX_1_175875602 - FIX_0_390180644);
  const int8 b0 = odd0 * (FIX_0_298631336 - FIX_0_899976223) - odd3 * FIX_0_899976223 + w3;
  const int8 b1 = odd1 * (FIX_2_053119869 - FIX_2_562915447) - odd2 * FIX_2_562915447 + w4;
  const int8 b2 = odd2 * (FIX_3_072711026 - FIX_2_562915447) - odd1 * FIX_2_562915447 + w3;
  const int8 b3 = odd3 * (FIX_1_501321110 - FIX_0_899976223) - odd0 * FIX_0_899976223 + w4;
  v[0] = ROUNDED(a0 + b3, bits);
  v[7] = ROUNDED(a0 - b3, bits);
  v[1] = ROUNDED(a1 + b2, bits);
  v[6] = ROUNDED(a1 - b2, bits);
  v[2] = ROUNDED(a2 + b1, bits);
  v[5] = ROUNDED(a2 - b1, bits);
  v[3] = ROUNDED(a3 + b0, bits);
  v[4] = ROUNDED(a3 - b0, bits);
}

#define LOWER_IN_TURNS(a, b) ((short8)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3))
#define UPPER_IN_TURNS(a, b) ((short8)((a).s4, (b).s4, (a).s5, (b).s5, (a).s6, (b).s6, (a).s7, (b).s7))

// Makes columns of rows: three times, each row is interleaved with the row four below it.
INLINE void transpose(short8 *v) {
#pragma unroll
  for (int step = 0; step < 3; ++step) {
    const short8 a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
    v[0] = LOWER_IN_TURNS(a, e);
    v[1] = UPPER_IN_TURNS(a, e);
    v[2] = LOWER_IN_TURNS(b, f);
    v[3] = UPPER_IN_TURNS(b, f);
    v[4] = LOWER_IN_TURNS(c, g);
    v[5] = UPPER_IN_TURNS(c, g);
    v[6] = LOWER_IN_TURNS(d, h);
    v[7] = UPPER_IN_TURNS(d, h);
  }
}

INLINE bool is_zero(const short8 v) {
  const long2 words = as_long2(v);
  return (words.x | words.y) == 0;
}

// The samples of a row about their middle.
INLINE uchar8 samples_of(const short8 v) {
  return TO(uchar8, LIMITED(v, (short8)-128, (short8)127) + (short8)128);
}

// Multiplies a block's rows by the table. Returns whether all rows but the first are zero.
INLINE bool multiply_block(short8 *v, __global const ushort8 *quant) {
  short8 any = 0;
#pragma unroll
  for (int row = 0; row < 8; ++row) {
    if (row > 0) any |= v[row];
    v[row] = product_of(v[row], quant[row]);
  }
  return is_zero(any);
}
