// a (1 - w) + b w, where w is one number or, WEIGHTS, an image's. Rows are samples: channels are all alike.

#ifndef WEIGHTS
#define WEIGHTS 0          // channels of the image of weights; 0: there is none
#define ITEMS 1            // vectors of a work-item
#define WEIGHT_SCALE 1.0f  // what makes a sample a weight
#endif

#define FLOATS VECTOR(float)
#define LOAD_FLOATS(p, i) JOIN(convert_, FLOATS)(LOAD(p, i))

#if TYPE == U8 || TYPE == U16
#define STORE_ROUNDED(v, p, i) STORE(JOIN(JOIN(convert_, VECTOR(ELEMENT)), _sat_rte)(v), p, i)
#define STORE_ONE_ROUNDED(v, p, i) STORE_ONE(JOIN(JOIN(convert_, ELEMENT), _sat_rte)(v), p, i)
#else
#define STORE_ROUNDED(v, p, i) STORE(v, p, i)
#define STORE_ONE_ROUNDED(v, p, i) STORE_ONE(v, p, i)
#endif

// Integers divide once, behind the sum: the sum is exact for u8, and so its rounding is right.
#if WEIGHTS && (TYPE == U8 || TYPE == U16)
#define MIX(a, b, w) (((a) * (1 / WEIGHT_SCALE - (w)) + (b) * (w)) * WEIGHT_SCALE)
#else
#define MIX(a, b, w) ((a) * (1 - (w)) + (b) * (w))
#endif

#if WEIGHTS == CHANNELS
#define WEIGHT_ONE(i) (float)LOAD_ONE(weight_row, i)
#define WEIGHT(i) LOAD_FLOATS(weight_row, i)
#elif WEIGHTS == 1
#define WEIGHT_ONE(i) (float)LOAD_ONE(weight_row, (i) / CHANNELS)
#if VEC == 1
#define WEIGHT(i) WEIGHT_ONE(i)
#else
#define WEIGHT(i) JOIN(vload, VEC)(0, weights_of(weights, weight_row, (i) * VEC))
#endif
#else
#define WEIGHT_ONE(i) w
#define WEIGHT(i) w
#endif

#if WEIGHTS == 1 && CHANNELS > 1 && VEC > 1
const float *weights_of(float *weights, __global const ELEMENT *row, const long first) {
#pragma unroll
  for (int lane = 0; lane < VEC; ++lane) weights[lane] = LOAD_ONE(row, (first + lane) / CHANNELS);
  return weights;
}
#endif

// `samples`: of a row. The last item of a row has what is behind its last whole vector.
__kernel void blend(IMAGE_IN(a), IMAGE_IN(b),
#if WEIGHTS
                    IMAGE_IN(weight),
#endif
                    IMAGE_OUT(out), const float w, const long samples) {
  const long y = get_global_id(1), vectors = samples / VEC;
  __global const ELEMENT *a_row = ROW(a, y), *b_row = ROW(b, y);
#if WEIGHTS
  __global const ELEMENT *weight_row = ROW(weight, y);
#if WEIGHTS == 1 && CHANNELS > 1 && VEC > 1
  float weights[VEC];
#endif
#endif
  __global ELEMENT *out_row = ROW(out, y);
#if ACCESS == CHUNK
  const long first = (long)get_global_id(0) * ITEMS, step = 1;
#else
  const long first = (long)get_group_id(0) * (GROUP * ITEMS) + get_local_id(0), step = GROUP;
#endif
#pragma unroll
  for (int item = 0; item < ITEMS; ++item) {
    const long i = first + item * step;
    if (i < vectors) STORE_ROUNDED(MIX(LOAD_FLOATS(a_row, i), LOAD_FLOATS(b_row, i), WEIGHT(i)), out_row, i);
  }
  if (get_global_id(0) + 1 < get_global_size(0)) return;
  for (long s = vectors * VEC; s < samples; ++s)
    STORE_ONE_ROUNDED(MIX((float)LOAD_ONE(a_row, s), (float)LOAD_ONE(b_row, s), WEIGHT_ONE(s)), out_row, s);
}
