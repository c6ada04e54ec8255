// The loads of kernels that look up each element. A load is VEC words of 32 bits, each with one or several elements; for
// elements of 64 bits words are as wide. A unit is as many loads as make a whole number of pixels, so that each element's channel is known when the kernel is
// compiled.

#ifndef CHANNELS
#define CHANNELS 1
#endif

#if TYPE == U8 || TYPE == I8
#define PER_WORD 4
#elif TYPE == U16 || TYPE == I16 || TYPE == F16
#define PER_WORD 2
#else
#define PER_WORD 1
#endif

#if TYPE == U64 || TYPE == I64 || TYPE == F64
#define WORD ulong
#else
#define WORD uint
#endif

#if CHANNELS == 3
#define LOADS 3
#elif CHANNELS > PER_WORD * VEC
#define LOADS (CHANNELS / (PER_WORD * VEC))
#else
#define LOADS 1
#endif
#define UNIT (LOADS * VEC * PER_WORD)
