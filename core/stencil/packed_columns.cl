// Separated passes of packed lanes. Sums down the columns come first, two in a word. Along the rows one instruction
// takes a lane out of a pair, multiplies it and adds it. Sums of whole numbers are the same in every order.

#if PACKED
#define ROW_TAP(mask, kx) taps[(mask) * (KSIZE_X + KSIZE_Y) + (kx)]
#define COLUMN_TAP(mask, ky) taps[(mask) * (KSIZE_X + KSIZE_Y) + KSIZE_X + (ky)]

// Whether `count` taps are all 1. If so, each sum is made of the one before.
INLINE bool are_ones(__constant const COEFFICIENT *first, int count) {
  bool ones = true;
  UNROLL for (int k = 0; k < count; ++k) ones = ones && first[k] == 1;
  return ones;
}

// The number that is added to each lane of a column's sum, which is then not negative.
INLINE int bias_of_column(int mask) {
  int negative = 0;
  UNROLL for (int ky = 0; ky < KSIZE_Y; ++ky) negative -= COLUMN_TAP(mask, ky) < 0 ? COLUMN_TAP(mask, ky) : 0;
  return negative * 255;
}

// The first value of a row's sum. It takes away what was added to the columns.
INLINE uint first_sum(int mask) {
  int of_row = 0;
  UNROLL for (int kx = 0; kx < KSIZE_X; ++kx) of_row += ROW_TAP(mask, kx);
#if RESULT_TYPE == F32
  return (uint)(0x4b000000 + BIAS - bias_of_column(mask) * of_row);
#else
  return (uint)(-bias_of_column(mask) * of_row);
#endif
}

typedef struct {
  uint pairs[ROW_PAIRS];
} RowPairs;

// The sums down the columns of the windows that begin at `rows`; `above` are those of the row before.
INLINE RowPairs column_sums(const RowPairs *rows, int mask, int j, const RowPairs *above) {
  RowPairs sums;
  UNROLL for (int i = 0; i < ROW_PAIRS; ++i) {
    if (are_ones(&COLUMN_TAP(mask, 0), KSIZE_Y) && j > 0) {
      sums.pairs[i] = above->pairs[i] + rows[KSIZE_Y - 1].pairs[i] - rows[-1].pairs[i];
    } else {
      uint sum = BOTH_LANES(bias_of_column(mask));
      UNROLL for (int ky = 0; ky < KSIZE_Y; ++ky) sum += (uint)COLUMN_TAP(mask, ky) * rows[ky].pairs[i];
      sums.pairs[i] = sum;
    }
  }
  return sums;
}

// The pair that has sample k of a row, counted from its first word, and the sample's lane in the pair.
INLINE int pair_of_sample(int k) { return k / 4 * 2 + k % 2; }
INLINE int lane_of_sample(int k) { return k / 2 % 2; }

// The sums along a row, each in a word of its own.
INLINE void row_sums(const RowPairs *columns, int mask, uint *sums) {
  const bool runs = are_ones(&ROW_TAP(mask, 0), KSIZE_X);
  UNROLL for (int l = 0; l < VEC; ++l) {
    const int begin = SIDE * 4 - HALO + l;
    if (runs && l >= CHANNELS) {
      const int leaves = begin - CHANNELS, enters = leaves + KSIZE_X * CHANNELS;
      const uint sum = add_lane(sums[l - CHANNELS], columns->pairs[pair_of_sample(enters)], lane_of_sample(enters));
      sums[l] = subtract_lane(sum, columns->pairs[pair_of_sample(leaves)], lane_of_sample(leaves));
    } else {
      sums[l] = first_sum(mask);
      UNROLL for (int kx = 0; kx < KSIZE_X; ++kx) {
        const int k = begin + kx * CHANNELS;
        if (ROW_TAP(mask, kx) != 0)
          sums[l] = add_product(sums[l], columns->pairs[pair_of_sample(k)], lane_of_sample(k), ROW_TAP(mask, kx));
      }
    }
  }
}

#if RESULT_TYPE == F32
INLINE RESULT result_of_sums(const uint *sums) {
  float values[VEC];
  UNROLL for (int l = 0; l < VEC; ++l) values[l] = as_float(sums[l]) - (8388608.0f + BIAS);
  return LOAD_PLAIN(values);
}
#else
INLINE uint byte_of_sum(uint sum) {
#if MULTIPLIER
  return sum * MULTIPLIER + ADDEND;
#elif CLAMPED
  return (uint)clamp((int)(sum + ADDEND), 0, 255) << 24;
#else
  return (sum + ADDEND) << 24;
#endif
}
INLINE RESULT result_of_sums(const uint *sums) {
  WORDS words;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i)
    ELEMENT(words, i) = join_top_bytes(byte_of_sum(sums[4 * i]), byte_of_sum(sums[4 * i + 1]),
                                       byte_of_sum(sums[4 * i + 2]), byte_of_sum(sums[4 * i + 3]));
  return JOIN(as_, VECTOR(uchar))(words);
}
#endif

// The result of a mask's sums.
INLINE RESULT result_of_mask(const uint *sums PARAMETERS) {
#if RESULT_TYPE != F32
  return result_of_sums(sums);
#elif AFFINE
  return MULTIPLY_ADD_F32(result_of_sums(sums), (RESULT)SCALE, (RESULT)DELTA);
#else
  return result_of_sums(sums) + (RESULT)DELTA;
#endif
}

// The outputs of VEC samples at (x, y) and the ITEMS_Y - 1 rows below.
INLINE void block_results(IMAGE TILE, int x, int y, RESULT *results PARAMETERS) {
  RowPairs rows[ITEMS_Y + KSIZE_Y - 1], columns[MASKS];
  UNROLL for (int row = 0; row < ITEMS_Y + KSIZE_Y - 1; ++row) {
    uint words[ROW_WORDS];
    LOAD_ROW(x, y, row - RADIUS_Y, words);
    pair_up(words, rows[row].pairs);
  }
  UNROLL for (int j = 0; j < ITEMS_Y; ++j)
    UNROLL for (int mask = 0; mask < MASKS; ++mask) {
      uint sums[VEC];
      columns[mask] = column_sums(rows + j, mask, j, columns + mask);
      row_sums(columns + mask, mask, sums);
      results[j * MASKS + mask] = result_of_mask(sums PARAMETER_ARGS);
    }
}
#endif
