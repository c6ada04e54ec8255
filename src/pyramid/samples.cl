// Samples of each type as floats, and back: integers round to nearest even and saturate.

#pragma OPENCL FP_CONTRACT OFF

#define U8 1
#define U16 2
#define F16 3
#define F32 4

#ifndef TYPE
#define TYPE U8
#define CHANNELS 3
#define IMAGE_BUFFER 0  // pixels are read through an image object over the buffer
#endif

#if TYPE == U8
#define SAMPLE uchar
#define LOAD(p) convert_float(*(p))
#define STORE(v, p) (*(p) = convert_uchar_sat_rte(v))
#elif TYPE == U16
#define SAMPLE ushort
#define LOAD(p) convert_float(*(p))
#define STORE(v, p) (*(p) = convert_ushort_sat_rte(v))
#elif TYPE == F16
#define SAMPLE half
#define LOAD(p) vload_half(0, p)
#define STORE(v, p) vstore_half_rte(v, 0, p)
#else
#define SAMPLE float
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#endif
