// Computes a point function of samples of any type. A program's macros say of what:
//
//   INPUTS(F)   F(type, channels, input) for each image
//   NUMBERS(F)  F(number) for each number that the function has
//   OUTPUTS(F)  the same for each result; all have the type OUT, and MADE channels together
//   SEEN        how many channels of the first image the function sees; ALPHA_COPIED is 1 where its last one is copied
//   FUNCTION    its name; PIXELS is 1 where it gets all channels of a pixel
//   MASKS       1: of images of another type than the first it gets 1 where they are not 0; else their samples

#ifndef INPUTS
#define INPUTS(F) F(F32, 3, 0) F(F32, 3, 1)
#define NUMBERS(F) F(0)
#define OUT F32
#define OUTPUTS(F) F(F32, 3, 0)
#define MADE 3
#define SEEN 3
#define ALPHA_COPIED 0
#define PIXELS 0
#define MASKS 1
#define ITEMS 4  // pixels of a work-item
#define FUNCTION first_of_two
INLINE VALUES first_of_two(const VALUES *v, const NUMBER *n) { return v[0] * n[0]; }
#endif

#define OUT_ELEMENT ELEMENT_OF(OUT)

#define SAMPLE_1(p, i) (p)[i]
#define SAMPLE_2(p, i) (p)[i]
#define SAMPLE_3(p, i) (p)[i]
#define SAMPLE_4(p, i) (p)[i]
#define SAMPLE_5(p, i) (p)[i]
#define SAMPLE_6(p, i) (p)[i]
#define SAMPLE_7(p, i) (p)[i]
#define SAMPLE_8(p, i) (p)[i]
#define SAMPLE_9(p, i) vload_half(i, p)
#define SAMPLE_10(p, i) (p)[i]
#define SAMPLE_11(p, i) (p)[i]

// A sample as the function gets it.
#define TAKE(type, p, i)                                                 \
  (!MASKS || (type) == TYPE_OF_FIRST ? (VALUE)JOIN(SAMPLE_, type)(p, i)  \
                                     : (VALUE)(JOIN(SAMPLE_, type)(p, i) != 0))

#ifndef TYPE_OF_FIRST
#define TYPE_OF_FIRST F32
#endif

// Integers round to the nearest even and saturate. NaN becomes 0 in them.
INLINE void put(const VALUE value, __global OUT_ELEMENT *to) {
#if OUT == TYPE && OUT != F16
  *to = value;
#elif OUT == F16
  vstore_half(value, 0, to);
#elif OUT >= F16
  *to = (OUT_ELEMENT)value;
#elif FLOATING
  *to = value == value ? JOIN(JOIN(convert_, OUT_ELEMENT), _sat_rte)(value) : 0;
#else
  *to = JOIN(JOIN(convert_, OUT_ELEMENT), _sat)(value);
#endif
}

#define IMAGE_ARGUMENT(type, channels, k) IMAGE_OF(const ELEMENT_OF(type), in_##k),
#define NUMBER_ARGUMENT(k) const NUMBER n_##k,
#define THIS_NUMBER(k) n_##k,
#define OUT_ARGUMENT(type, channels, k) IMAGE_OF(OUT_ELEMENT, out_##k),
#define OUT_ROW_OF(type, channels, k) __global OUT_ELEMENT *const made_##k = ROW(out_##k, get_global_id(1));
#define PUT_CHANNELS(type, channels, k) \
  for (int c = 0; c < channels - ALPHA_COPIED; ++c) put(made[place++], made_##k + x * channels + c);
#define PUT_SAMPLE(type, channels, k) put(FUNCTION(values, numbers), made_##k + x * channels + c);
#define COPY_ALPHA(type, channels, k) made_##k[x * channels + channels - 1] = row_0[x * channels + channels - 1];
#define ROW_OF(type, channels, k) __global const ELEMENT_OF(type) *const row_##k = ROW(in_##k, get_global_id(1));
#define SAMPLE_OF(type, channels, k) TAKE(type, row_##k, x * channels + c),
#define CHANNELS_OF(type, channels, k) \
  for (int c = 0; c < channels - ALPHA_COPIED; ++c) values[count++] = TAKE(type, row_##k, x * channels + c);

#define MAX_VALUES 16

// A group computes GROUP * ITEMS neighbours of a row.
__kernel void any_point(INPUTS(IMAGE_ARGUMENT) OUTPUTS(OUT_ARGUMENT) NUMBERS(NUMBER_ARGUMENT) const int unused) {
  const NUMBER numbers[] = {NUMBERS(THIS_NUMBER) 0};
  const long begin = (long)get_group_id(0) * (GROUP * ITEMS), end = min(begin + GROUP * ITEMS, (long)out_0_width);
  INPUTS(ROW_OF)
  OUTPUTS(OUT_ROW_OF)
  for (long x = begin + (long)get_local_id(0); x < end; x += GROUP) {
#if PIXELS
    VALUE values[MAX_VALUES], made[MADE];
    int count = 0, place = 0;
    INPUTS(CHANNELS_OF)
    FUNCTION(values, SEEN, numbers, made);
    OUTPUTS(PUT_CHANNELS)
#else
    for (int c = 0; c < SEEN; ++c) {
      const VALUE values[] = {INPUTS(SAMPLE_OF)};
      OUTPUTS(PUT_SAMPLE)
    }
#endif
#if ALPHA_COPIED
    OUTPUTS(COPY_ALPHA)
#endif
  }
}
