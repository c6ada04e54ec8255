// Inverse transforms to 4 x 4, 2 x 2 and 1 sample of a block, as in libjpeg-turbo: the transform of eight without most
// coefficients above the smaller block's frequencies. The helpers are those of jpeg_transform.cl.

#define FIX_0_211164243 1730
#define FIX_0_509795579 4176
#define FIX_0_601344887 4926
#define FIX_0_720959822 5906
#define FIX_0_850430095 6967
#define FIX_1_061594337 8697
#define FIX_1_272758580 10426
#define FIX_1_451774981 11893
#define FIX_2_172734803 17799
#define FIX_3_624509785 29692

// One dimension of eight to four, in each lane. Coefficient 4 has no part in it.
INLINE void inverse_4(short8 *v, const int bits) {
  const int8 even = wide(v[0]) << (FRACTION + 1);
  const int8 turned = wide(v[2]) * FIX_1_847759065 - wide(v[6]) * FIX_0_765366865;
  const int8 odd0 = wide(v[5]) * FIX_1_451774981 - wide(v[7]) * FIX_0_211164243 + wide(v[1]) * FIX_1_061594337 -
                    wide(v[3]) * FIX_2_172734803;
  const int8 odd2 = wide(v[3]) * FIX_0_899976223 + wide(v[1]) * FIX_2_562915447 - wide(v[7]) * FIX_0_509795579 -
                    wide(v[5]) * FIX_0_601344887;
  v[0] = ROUNDED(even + turned + odd2, bits);
  v[3] = ROUNDED(even + turned - odd2, bits);
  v[1] = ROUNDED(even - turned + odd0, bits);
  v[2] = ROUNDED(even - turned - odd0, bits);
}

// One dimension of eight to two. Beside the mean only odd coefficients have a part in it.
INLINE void inverse_2(short8 *v, const int bits) {
  const int8 even = wide(v[0]) << (FRACTION + 2);
  const int8 odd = wide(v[1]) * FIX_3_624509785 - wide(v[3]) * FIX_1_272758580 + wide(v[5]) * FIX_0_850430095 -
                   wide(v[7]) * FIX_0_720959822;
  v[0] = ROUNDED(even + odd, bits);
  v[1] = ROUNDED(even - odd, bits);
}

// Uses only the first coefficient, whose product has all its bits. A sample far outside wraps around in ten of them.
INLINE uchar mean_of(const int mean) {
  const int sample = (((mean + 4) >> 3) << 22) >> 22;
  return (uchar)(clamp(sample, -128, 127) + 128);
}

INLINE void reduced_block(short8 *v, const bool is_flat, const int mean, const uint side, __global uchar *to,
                          const uint stride) {
  if (side == 1) {
    *to = mean_of(mean);
    return;
  }
  if (side == 4 && is_flat) {
    const short8 first = as_short8(as_ushort8(v[0]) << (ushort8)KEPT_BITS);
#pragma unroll
    for (int row = 0; row < 4; ++row) v[row] = first;
  } else if (side == 4) {
    inverse_4(v, FRACTION - KEPT_BITS + 1);
  } else {
    inverse_2(v, FRACTION - KEPT_BITS + 2);
  }
  transpose(v);
  if (side == 4)
    inverse_4(v, FRACTION + KEPT_BITS + 3 + 1);
  else
    inverse_2(v, FRACTION + KEPT_BITS + 3 + 2);
  transpose(v);
#pragma unroll
  for (int row = 0; row < 4; ++row) {
    const uchar8 samples = samples_of(v[row]);
    if (side == 4)
      vstore4(samples.lo, 0, to + row * stride);
    else if (row < 2)
      vstore2(samples.lo.lo, 0, to + row * stride);
  }
}
