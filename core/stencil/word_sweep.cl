// Separated passes of rows loaded as words, by work-items that go down many rows. Each row's sums are made once; blocks
// of few rows make the sums of their first and last rows again.

#ifndef SWEEPS
#define SWEEPS PACKED  // blocks are checked with words
#define AHEAD 1        // number of rows that are loaded ahead of the sums
#endif
#if SWEEPS && !ROW_SUMS_LOCAL
#define SWEPT_ROWS (ITEMS_Y + 2 * KSIZE_Y + AHEAD)  // with the rows that a last round reads beyond

// Finds in memory the rows of the group's windows, from row y on. All of its work-items go down the same rows. A row of
// a constant border is -1. Behind the last row, that row is repeated.
INLINE void find_lines(int height, const long stride, int y, int rows, __local long *lines) {
  for (int i = ITEM_OF_GROUP; i < SWEPT_ROWS; i += GROUP_ITEMS) {
    const int row = border_index(y - RADIUS_Y + min(i, rows + 2 * RADIUS_Y - 1), height);
    lines[i] = row < 0 ? -1 : row * stride;
  }
}

INLINE void load_line(IMAGE, const long line, int x, uint *words) {
#if BORDER == CONSTANT
  if (line < 0) {
    load_words_at_edge(IMAGE_ARGS, x, -1, words);
    return;
  }
#endif
  load_words_from(src + line + x, words);
}

#define LOAD_SWEPT(i, words)                                                                  \
  if (at_edge)                                                                                \
    copy_words(edge_words + min(i, rows + 2 * RADIUS_Y - 1) * ROW_WORDS, words);              \
  else                                                                                        \
    load_line(IMAGE_ARGS, lines[i], x, words)

// Stores the results of VEC samples in the image. A pointer that moves down with the rows would take more registers,
// and fewer work-items would run side by side.
INLINE void store_in_row(SOURCE, int x, int y, RESULT result, const Beside beside, __global DST *restrict dst,
                         const long dst_offset, const long dst_stride) {
  __global DST *to = dst + (dst_offset + y * dst_stride + x);
  STORE(stored_beside(SOURCE_ARGS, x, y, result, beside), to, may_stream(to, dst_stride));
}

// Computes `rows` windows below each other. All windows that hold a row are computed at once, and each row ends one of
// them. Results below the last window are not stored.
INLINE void sweep(IMAGE, const bool at_edge, __local const uint *edge_words, __local const long *lines,
                  const int4 region, int x, int y, int rows PARAMETERS, OUTPUT_PARAMETERS) {
  PIXEL sums[KSIZE_Y * MASKS];
  UNROLL for (int k = 0; k < KSIZE_Y * MASKS; ++k) sums[k] = (PIXEL)FIRST_SUM;
  uint words[KSIZE_Y][ROW_WORDS];
  UNROLL for (int k = 0; k < AHEAD; ++k) LOAD_SWEPT(k, words[k]);
  Beside next;
  if (!at_edge) next = LOAD_BESIDE(x, y);
  _Pragma("unroll 1") for (int first = 0; first < rows + 2 * RADIUS_Y; first += KSIZE_Y)
    UNROLL for (int k = 0; k < KSIZE_Y; ++k) {
      PIXEL along[MASKS];
      LOAD_SWEPT(first + k + AHEAD, words[(k + AHEAD) % KSIZE_Y]);
      const Beside now = next;
      if (!at_edge) next = LOAD_BESIDE(x, y + clamp(first + k + 1 - 2 * RADIUS_Y, 0, rows - 1));
      sum_words(words[k], along PARAMETER_ARGS);
      UNROLL for (int ky = 0; ky < KSIZE_Y; ++ky)
        add_row(sums + (k + KSIZE_Y - ky) % KSIZE_Y * MASKS, ky, along, false PARAMETER_ARGS);
      PIXEL *ended = sums + (k + 1) % KSIZE_Y * MASKS;
      const int window = first + k - 2 * RADIUS_Y;
      if ((uint)window < (uint)rows) {
        RESULT results[OUTPUTS];
        finish(ended, results PARAMETER_ARGS);
        if (at_edge) {
          const Lanes lanes = lanes_along_row(x, region.x, region.z, y + window);
          store_lanes(IMAGE_ARGS, &lanes, results, OUTPUT_ARGS);
        } else {
          store_in_row(SOURCE_ARGS, x, y + window, results[0], now, dst0, offset0, stride0);
#if OUTPUTS == 2
          store_in_row(SOURCE_ARGS, x, y + window, results[1], now, dst1, offset1, stride1);
#endif
        }
      }
      UNROLL for (int mask = 0; mask < MASKS; ++mask) ended[mask] = (PIXEL)FIRST_SUM;
    }
}

// It is not inlined: code for both cases in one function takes more registers, and fewer blocks would run side by side.
__attribute__((noinline)) void sweep_edge(IMAGE, __local const uint *edge_words, const int4 region, int x, int y,
                                          int rows PARAMETERS, OUTPUT_PARAMETERS) {
  sweep(IMAGE_ARGS, true, edge_words, 0, region, x, y, rows PARAMETER_ARGS, OUTPUT_ARGS);
}
#endif
