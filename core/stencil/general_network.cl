// The sample of a rank in windows of any shape, by a network that is an argument. `taps` lists the places of a window's
// samples and then the network's steps. Each step puts the smaller of two samples before the larger.
#if GENERAL
#ifndef NETWORK_SAMPLES
#define NETWORK_SAMPLES 81  // of the largest window
#endif

#define TAP int2
#define PARAMETERS NETWORK_OPERANDS(DECLARE)
#define PARAMETER_ARGS , taps, tap_counts

// Orders the samples of `rows` windows below each other. The windows' steps do not wait for each other.
INLINE void order_samples(PIXEL *samples, int rows PARAMETERS) {
  __constant int2 *steps = taps + tap_counts.x;
  _Pragma("unroll 1") for (int t = 0; t < tap_counts.y; ++t) {
    const int2 step = steps[t];
    UNROLL for (int j = 0; j < rows; ++j) {
      PIXEL *p = samples + j * NETWORK_SAMPLES;
      const PIXEL a = p[step.x], b = p[step.y];
      p[step.x] = LESSER(a, b);
      p[step.y] = GREATER(a, b);
    }
  }
}

// The outputs of VEC samples at (x, y) and the ITEMS_Y - 1 rows below.
INLINE void block_results(IMAGE TILE, int x, int y, RESULT *results PARAMETERS) {
  PIXEL samples[ITEMS_Y * NETWORK_SAMPLES];
  MEMORY first = src + y * stride + x;
  _Pragma("unroll 1") for (int t = 0; t < tap_counts.x; ++t) {
    MEMORY place = first + (taps[t].y * stride + taps[t].x * CHANNELS);
    UNROLL for (int j = 0; j < ITEMS_Y; ++j) samples[j * NETWORK_SAMPLES + t] = TO_PIXEL(LOAD(place + j * stride));
  }
  order_samples(samples, ITEMS_Y PARAMETER_ARGS);
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) results[j] = TO_RESULT(samples[j * NETWORK_SAMPLES + rank]);
}

// The outputs of VEC samples side by side anywhere in the image.
void lane_results(IMAGE, const Lanes *lanes, RESULT *results PARAMETERS) {
  PIXEL samples[NETWORK_SAMPLES];
  ListedRow of;
  begin_rows(IMAGE_ARGS, lanes, &of);
  _Pragma("unroll 1") for (int t = 0; t < tap_counts.x; ++t) samples[t] =
      read_place(IMAGE_ARGS, lanes, taps[t].x, taps[t].y, &of);
  order_samples(samples, 1 PARAMETER_ARGS);
  results[0] = TO_RESULT(samples[rank]);
}
#endif
