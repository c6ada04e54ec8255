// Lays a picture on an image. Samples are counted in their own units, alpha and opacity from 0 to 1.

#define OVER 1
#define MULTIPLY 2
#define SCREEN 3
#define DARKEN 4
#define LIGHTEN 5

#ifndef MODE
#define MODE OVER
#define COLOURS 3            // of the image
#define ALPHA 0              // 1: the last channel of the image, and of the result, is alpha
#define PICTURE_TYPE TYPE
#define PICTURE_SCALE 1.0f   // what the picture's samples are multiplied by
#define PICTURE_CHANNELS 3
#define PICTURE_COLOURS 3    // as many, or one for all
#define PICTURE_ALPHA 0
#define OUT_COLOURS 3        // more than the image's where it has one for all
#define BY_SAMPLES 0         // 1: no alpha, and as many channels: samples are alike, and a work-item has VEC of them
#endif
#define OUT_CHANNELS (OUT_COLOURS + ALPHA)

#define PICTURE_ELEMENT ELEMENT_OF(PICTURE_TYPE)
#if PICTURE_TYPE == TYPE
#define LOAD_PICTURE(p, place) ((float)LOAD_ONE(p, place))
#else
#define LOAD_PICTURE(p, place) ((float)(p)[place] * PICTURE_SCALE)
#endif

#if TYPE == U8 || TYPE == U16
#define WHITE MOST
#else
#define WHITE 1.0f
#endif

#if MODE == MULTIPLY
#define MIXED(p, i) ((p) * (i) * (1 / WHITE))
#elif MODE == SCREEN
#define MIXED(p, i) ((p) + (i) - (p) * (i) * (1 / WHITE))
#elif MODE == DARKEN
#define MIXED(p, i) fmin(p, i)
#elif MODE == LIGHTEN
#define MIXED(p, i) fmax(p, i)
#else
#define MIXED(p, i) (p)
#endif

#define IMAGE_COLOUR(c) (COLOURS == 1 ? 0 : (c))
#define PART_OF_WHITE(v) fmin(fmax((float)(v) * (1 / WHITE), 0.0f), 1.0f)

#if BY_SAMPLES
INLINE FLOATS laid(const FLOATS p, const FLOATS i, const float s) {
  const FLOATS mixed = MIXED(p, i);
  return s * mixed + (1 - s) * i;
}

INLINE void store_one(__global const ELEMENT *below, __global const ELEMENT *above, const bool covered, const float s,
                      __global ELEMENT *to) {
  const float i = (float)LOAD_ONE(below, 0), p = covered ? (float)LOAD_ONE(above, 0) : 0;
  const float mixed = MIXED(p, i);
  if (covered)
    store_rounded(s * mixed + (1 - s) * i, to);
  else
    *(__global BITS *)to = *(__global const BITS *)below;
}

// The picture's first pixel lies at (left, top) of the computed part, perhaps far outside.
__kernel void composite(IMAGE_IN(image), IMAGE_IN(picture), IMAGE_OUT(out), const long left, const long top,
                        const float opacity) {
  const int y = get_global_id(1);
  const long row = y - top;
  const long first = (long)get_global_id(0) * VEC, samples = (long)image_width * CHANNELS;
  if (first >= samples) return;
  const bool covers = row >= 0 && row < picture_height;
  const long begin = left * CHANNELS, end = covers ? begin + (long)picture_width * CHANNELS : begin;
  __global const ELEMENT *below = ROW(image, y) + first;
  __global const ELEMENT *above = ROW(picture, covers ? row : 0) + (first - begin);
  __global ELEMENT *to = ROW(out, y) + first;
  const bool full = first + VEC <= samples, aligned = IS_ALIGNED(out);
  if (full && (first >= end || first + VEC <= begin)) {
    store_bits(load_bits(below, IS_ALIGNED(image)), to, aligned);
  } else if (full && first >= begin && first + VEC <= end) {
    const FLOATS i = floats_of(load_bits(below, IS_ALIGNED(image)));
    store_bits(bits_of(laid(floats_of(load_bits(above, IS_ALIGNED(picture) && begin % VEC == 0)), i, opacity)), to,
               aligned);
  } else {
    for (int k = 0; k < min((long)VEC, samples - first); ++k)
      store_one(below + k, above + k, first + k >= begin && first + k < end, opacity, to + k);
  }
}
#else
// The picture's first pixel lies at (left, top) of the computed part, perhaps far outside.
__kernel void composite(IMAGE_IN(image), IMAGE_OF(const PICTURE_ELEMENT, picture), IMAGE_OUT(out), const long left,
                        const long top, const float opacity) {
  const int x = get_global_id(0), y = get_global_id(1);
  const long column = x - left, row = y - top;
  if (x >= image_width) return;
  __global const ELEMENT *below = ROW(image, y) + (long)x * CHANNELS;
  __global ELEMENT *to = ROW(out, y) + (long)x * OUT_CHANNELS;
  if (column < 0 || row < 0 || column >= picture_width || row >= picture_height) {
    for (int c = 0; c < OUT_CHANNELS; ++c)
      ((__global BITS *)to)[c] = ((__global const BITS *)below)[c < OUT_COLOURS ? IMAGE_COLOUR(c) : COLOURS];
    return;
  }
  __global const PICTURE_ELEMENT *above = ROW(picture, row) + column * PICTURE_CHANNELS;
#if PICTURE_ALPHA
  const float s = PART_OF_WHITE(LOAD_PICTURE(above, PICTURE_COLOURS)) * opacity;
#else
  const float s = opacity;
#endif
#if ALPHA
  const float b = PART_OF_WHITE(LOAD_ONE(below, COLOURS)), a = s + b * (1 - s);
  store_rounded(a * WHITE, to + OUT_COLOURS);
#endif
  for (int c = 0; c < OUT_COLOURS; ++c) {
    const float p = LOAD_PICTURE(above, PICTURE_COLOURS == 1 ? 0 : c), i = (float)LOAD_ONE(below, IMAGE_COLOUR(c));
    const float mixed = MIXED(p, i);
#if ALPHA
    const float sum = s * ((1 - b) * p + b * mixed) + (1 - s) * b * i;
    store_rounded(a > 0 ? sum / a : 0.0f, to + c);
#else
    store_rounded(s * mixed + (1 - s) * i, to + c);
#endif
  }
}
#endif
