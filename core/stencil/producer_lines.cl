// The lines of strips that hold what another filter, the producer, makes. A ring holds the sum or extreme along each
// row of the producer's windows, as another ring holds the sums of the strip's own windows. So each row is taken once,
// and each sample is made once, but for the strip's margins.

#if STRIP && PRODUCED

#define TAKEN_WIDTH (STRIP_WIDTH + 2 * MARGIN + VEC)
#define PRODUCER_MARGIN ((PRODUCER_HALO + VEC - 1) / VEC * VEC)

// The ring of the rows in the producer's windows.
typedef struct {
  PRODUCER_LANE *rows;
  int next;       // the image's row that is taken next
  int uppermost;  // the ring's row that is replaced next: the uppermost
} TakenRows;

#if SHIFTS && (PRODUCER_EXTREME || ARITH_TYPE != F32)
DEFINE_SHIFTED(PRODUCER_LANES)
#endif

// Makes vector i of the line of the sums or extremes down the ring.
INLINE void make_vector(const TakenRows *of, ARITH *line, int i) {
  PRODUCER_LANES lanes = NOTHING_TAKEN;
  UNROLL for (int k = 0; k < PRODUCER_HEIGHT; ++k) {
    const int below = of->uppermost + k, row = below < PRODUCER_HEIGHT ? below : below - PRODUCER_HEIGHT;
    lanes = take(PRODUCER_WIDTH + k, *(const PRODUCER_LANES *)(of->rows + row * TAKEN_WIDTH + i), lanes);
  }
#if ARITH_TYPE == F32 && SRC_TYPE != F32 && defined(PRODUCED_AS_FLOATS)
  STORE_PIXEL(produced_as_floats(lanes), line + i);
#else
  STORE_PIXEL(TO_PIXEL(produced(lanes)), line + i);
#endif
}

#if SHIFTS
#define NEAR_PRODUCER (2 * PRODUCER_MARGIN / VEC)

// Takes the vectors of a row from `begin` to before `end`. Their windows lie in the image.
INLINE void take_inside(SOURCE, const TakenRows *of, PRODUCER_LANE *taken, ARITH *line, bool make, int begin, int end,
                        int x, int row) {
  PRODUCER_LANES near[NEAR_PRODUCER + 1];
  UNROLL for (int k = 0; k < NEAR_PRODUCER; ++k)
    near[k] = CONVERT(PRODUCER_LANE, load_samples(SOURCE_ARGS, x + begin - PRODUCER_MARGIN + k * VEC, row));
  for (int i = begin; i < end; i += VEC) {
    near[NEAR_PRODUCER] = CONVERT(PRODUCER_LANE, load_samples(SOURCE_ARGS, x + i + PRODUCER_MARGIN, row));
    PRODUCER_LANES lanes = NOTHING_TAKEN;
    UNROLL for (int k = 0; k < PRODUCER_WIDTH; ++k) {
      const int from = PRODUCER_MARGIN + (k - PRODUCER_RADIUS_X) * CHANNELS, first = from / VEC;
      lanes = take(k, shifted(near[first], near[min(first + 1, NEAR_PRODUCER)], from % VEC), lanes);
    }
    *(PRODUCER_LANES *)(taken + i) = lanes;
    if (make) make_vector(of, line, i);
    UNROLL for (int k = 0; k < NEAR_PRODUCER; ++k) near[k] = near[k + 1];
  }
}
#endif

// Takes the next row of the vectors from sample x on. With `make`, it makes the line of this row and those before.
INLINE void take_next(IMAGE, TakenRows *of, ARITH *line, bool make, int length, int x) {
  PRODUCER_LANE *taken = of->rows + of->uppermost * TAKEN_WIDTH;
  const int y = of->next;
  int begin = length, end = length;  // what take_inside() takes
  of->uppermost = of->uppermost + 1 < PRODUCER_HEIGHT ? of->uppermost + 1 : 0;
  ++of->next;
#if SHIFTS
  const int row = border_index(y, height), room = width * CHANNELS - PRODUCER_MARGIN - x;
  begin = max(PRODUCER_MARGIN - x + VEC - 1, 0) / VEC * VEC;
  end = min((length + VEC - 1) / VEC * VEC, room / VEC * VEC);
  if (row < 0 || begin >= end)
    begin = end = length;
  else
    take_inside(SOURCE_ARGS, of, taken, line, make, begin, end, x, row);
#endif
  KEEP_LOOP for (int i = begin > 0 ? 0 : end; i < length; i = i + VEC == begin ? end : i + VEC) {
    if (!meets_row(width, x + i)) continue;
    *(PRODUCER_LANES *)(taken + i) = take_row(IMAGE_ARGS, x + i, y, 0, NOTHING_TAKEN);
    if (make) make_vector(of, line, i);
  }
}

// What the producer makes of a vector of samples whose windows are taken alone.
VECTOR(SAMPLE) produced_at(IMAGE, int x, int row) { return produced(take_window(IMAGE_ARGS, x, row)); }

// Fills samples `from` to before `to` of a line that begins at sample x. They lie outside the image and get the values
// of the pixels that stand for them. Most of these pixels are in the line, too; its samples `begin` to before `end` lie
// in the image.
void put_outside(IMAGE, ARITH *line, int from, int to, int begin, int end, int x, int row) {
  KEEP_LOOP for (int i = from; i < to; ++i) {
    const int column = border_index(pixel_of(x + i), width), sample = column * CHANNELS + channel_of(x + i);
#if BORDER == CONSTANT
    if (column < 0 || row < 0) {
      line[i] = TO_ARITH((SAMPLE)component(border_value, channel_of(x + i)));
      continue;
    }
#endif
    if (sample - x >= begin && sample - x < end) {
      line[i] = line[sample - x];
    } else {
      const VECTOR(SAMPLE) lanes = produced_at(IMAGE_ARGS, sample, row);
      line[i] = TO_ARITH(((const SAMPLE *)&lanes)[0]);
    }
  }
}

// Makes row y of the strip's line. Rows come one after the other. The few rows outside the image are made anew.
INLINE void produce_line(IMAGE, TakenRows *of, ARITH *line, int length, int x, int y) {
  const int row = border_index(y, height), all = length + 2 * MARGIN, first = x - MARGIN;
  const int begin = row < 0 ? all : clamp(-first, 0, all), end = clamp(width * CHANNELS - first, begin, all);
  if (row == y) {
    while (of->next < y + PRODUCER_RADIUS_Y) take_next(IMAGE_ARGS, of, line, false, all, first);
    take_next(IMAGE_ARGS, of, line, true, all, first);
  } else if (row >= 0) {
    for (int i = 0; i < all; i += VEC)
      if (meets_row(width, first + i)) STORE_PIXEL(TO_PIXEL(produced_at(IMAGE_ARGS, first + i, row)), line + i);
  }
  put_outside(IMAGE_ARGS, line, MARGIN - HALO, min(begin, all - MARGIN + HALO), begin, end, first, row);
  put_outside(IMAGE_ARGS, line, max(end, MARGIN - HALO), all - MARGIN + HALO, begin, end, first, row);
}

#endif
