// A pixel of the result is the weighted sum of TAPS_X x TAPS_Y of the source, whose places and weights are tables.

#ifndef TAPS_X
#define TAPS_X 2
#define TAPS_Y 2
#define ITEMS 1          // pixels of a work-item, in a column
#define PREMULTIPLIED 0  // 1: colours count as much as the last channel says
#endif

#if CHANNELS == 1
#define PIXEL float
#define LOAD_PIXEL(row, x) ((float)LOAD_ONE(row, x))
#else
#define PIXEL JOIN(float, CHANNELS)
#if TYPE == F16
#define LOAD_PIXEL(row, x) JOIN(vload_half, CHANNELS)(x, row)
#else
#define LOAD_PIXEL(row, x) JOIN(convert_, PIXEL)(JOIN(vload, CHANNELS)(x, row))
#endif
#endif

#if TYPE == F16 && CHANNELS > 1
#define STORE_PIXEL(v, row, x) JOIN(vstore_half, CHANNELS)(v, x, row)
#elif TYPE == F16
#define STORE_PIXEL(v, row, x) STORE_ONE(v, row, x)
#elif TYPE == F32
#define TO_ELEMENT(v) (v)
#elif CHANNELS == 1
#define TO_ELEMENT(v) JOIN(JOIN(convert_, ELEMENT), _sat_rte)(v)
#else
#define TO_ELEMENT(v) JOIN(JOIN(convert_, JOIN(ELEMENT, CHANNELS)), _sat_rte)(v)
#endif
#if TYPE != F16 && CHANNELS == 1
#define STORE_PIXEL(v, row, x) ((row)[x] = TO_ELEMENT(v))
#elif TYPE != F16
#define STORE_PIXEL(v, row, x) JOIN(vstore, CHANNELS)(TO_ELEMENT(v), x, row)
#endif

#if CHANNELS == 4
#define ALPHA(v) (v).s3
#define WITH_ALPHA(v, a) (PIXEL)((v).s012, a)
#else
#define ALPHA(v) (v).s1
#define WITH_ALPHA(v, a) (PIXEL)((v).s0, a)
#endif

#if PREMULTIPLIED
#define SUMMED(v) WITH_ALPHA((v)*ALPHA(v), ALPHA(v))
#define FINISHED(v) (ALPHA(v) > 0 ? WITH_ALPHA((v) / ALPHA(v), ALPHA(v)) : WITH_ALPHA((PIXEL)0, ALPHA(v)))
#else
#define SUMMED(v) (v)
#define FINISHED(v) (v)
#endif

// `left`, `top`: where in the whole result the part lies that is computed.
__kernel void resize(IMAGE_IN(image), IMAGE_OUT(out), __global const int *restrict x_places,
                     __global const float *restrict x_weights, __global const int *restrict y_places,
                     __global const float *restrict y_weights, const int left, const int top) {
  const int x = get_global_id(0), first = get_global_id(1) * ITEMS;
  if (x >= out_width) return;
  for (int y = first; y < min(first + ITEMS, out_height); ++y) {
    PIXEL sum = 0;
    for (int j = 0; j < TAPS_Y; ++j) {
      const float y_weight = y_weights[(long)(y + top) * TAPS_Y + j];
      __global const ELEMENT *row = ROW(image, y_places[(long)(y + top) * TAPS_Y + j]);
      PIXEL along = 0;
      for (int i = 0; i < TAPS_X; ++i) {
        const PIXEL pixel = LOAD_PIXEL(row, x_places[(long)(x + left) * TAPS_X + i]);
        along += SUMMED(pixel) * x_weights[(long)(x + left) * TAPS_X + i];
      }
      sum += along * y_weight;
    }
    STORE_PIXEL(FINISHED(sum), ROW(out, y), x);
  }
}
