// Converts samples between any two types: those of TYPE become those of TO.

#ifndef TO
#define TO I32
#define NUMBERS 0  // the type that samples are scaled and shifted in; 0: they are only converted
#define ITEMS 4    // samples of a work-item
#endif

#define TO_ELEMENT ELEMENT_OF(TO)
#define SATURATE(value) JOIN(JOIN(convert_, TO_ELEMENT), _sat)(value)
#define ROUND(value) JOIN(JOIN(convert_, TO_ELEMENT), _sat_rte)(value)

#undef NUMBER  // another in points.cl
#if NUMBERS
#define NUMBER VALUE_OF(NUMBERS)
#define IS_FLOATING 1
#else
#define NUMBER VALUE
#define IS_FLOATING (TYPE >= F16)
#endif

// Integers round to the nearest even and saturate. NaN becomes 0 in them.
INLINE void store(const NUMBER value, __global TO_ELEMENT *to) {
#if TO == F16 && NUMBERS != F64 && TYPE != F64
  vstore_half((float)value, 0, to);
#elif TO == F16
  vstore_half(value, 0, to);
#elif TO > F16
  *to = (TO_ELEMENT)value;
#elif IS_FLOATING
  *to = value == value ? ROUND(value) : 0;
#else
  *to = SATURATE(value);
#endif
}

INLINE NUMBER number_of(const VALUE value, const NUMBER scale, const NUMBER shift) {
#if NUMBERS
  const NUMBER scaled = (NUMBER)value * scale;
  return shift == 0 ? scaled : scaled + shift;  // -0 stays
#else
  return value;
#endif
}

// A group converts GROUP * ITEMS neighbours of a row.
__kernel void convert_any(IMAGE_IN(image), __global TO_ELEMENT *restrict out, const long out_offset,
                          const long out_stride, const int out_width, const int out_height, const NUMBER scale,
                          const NUMBER shift) {
  const long begin = (long)get_group_id(0) * (GROUP * ITEMS), samples = (long)out_width * CHANNELS;
  __global const ELEMENT *from = ROW(image, get_global_id(1)) + begin;
  __global TO_ELEMENT *to = ROW(out, get_global_id(1)) + begin;
  const int count = (int)min((long)(GROUP * ITEMS), samples - begin);
  for (int i = get_local_id(0); i < count; i += GROUP) store(number_of(LOAD_ONE(from, i), scale, shift), to + i);
}
