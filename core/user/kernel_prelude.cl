// The types of the inputs and outputs of a user's own kernel. The program has this file after array.cl and image.cl,
// and before the kernel. Inputs are IMAGE_IN(name) of ELEMENTs, with CHANNELS of them in a pixel. Outputs are
// IMAGE_OUT(name) of OUT_ELEMENTs, with OUT_CHANNELS of them in a pixel.

#ifndef OUT_TYPE
#define OUT_TYPE TYPE
#define OUT_CHANNELS CHANNELS
#endif
#define OUT_ELEMENT ELEMENT_OF(OUT_TYPE)

#undef IMAGE_OUT
#define IMAGE_OUT(name) \
  __global OUT_ELEMENT *restrict name, const long name##_offset, const long name##_stride, const int name##_width, const int name##_height

// GET() reads a sample of any type as a float. PUT() stores a float: integers round to nearest even and saturate.
#define PLACE_OF(name, x, y, channel, channels) (ROW(name, y) + ((long)(x) * (channels) + (channel)))
#define GET(name, x, y, channel) SAMPLE_OF(PLACE_OF(name, x, y, channel, CHANNELS))
#define PUT(value, name, x, y, channel) KEEP_IN(PLACE_OF(name, x, y, channel, OUT_CHANNELS), value)
#if TYPE == F16
#define SAMPLE_OF(place) vload_half(0, place)
#else
#define SAMPLE_OF(place) convert_float(*(place))
#endif
#if OUT_TYPE == U8
#define KEEP_IN(place, value) (*(place) = convert_uchar_sat_rte(value))
#elif OUT_TYPE == U16
#define KEEP_IN(place, value) (*(place) = convert_ushort_sat_rte(value))
#elif OUT_TYPE == F16
#define KEEP_IN(place, value) vstore_half_rte(value, 0, place)
#else
#define KEEP_IN(place, value) (*(place) = (value))
#endif
