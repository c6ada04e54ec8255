// Sums of pixels whose colours the last channel, alpha, weights. The files of a program that has such sums stand behind
// this one.

#ifndef PREMULTIPLIED
#define PREMULTIPLIED 0  // 1: the last channel weights colours
#endif

#if CHANNELS == 4
#define ALPHA(v) (v).s3
#define WITH_ALPHA(v, a) (PIXEL)((v).s012, a)
#elif CHANNELS == 2
#define ALPHA(v) (v).s1
#define WITH_ALPHA(v, a) (PIXEL)((v).s0, a)
#endif

// SUMMED() is what a pixel adds to a sum, and FINISHED() the pixel that a sum makes.
#if PREMULTIPLIED
#define SUMMED(v) WITH_ALPHA((v)*ALPHA(v), ALPHA(v))
#define FINISHED(v) (ALPHA(v) > 0 ? WITH_ALPHA((v) / ALPHA(v), ALPHA(v)) : WITH_ALPHA((PIXEL)0, ALPHA(v)))
#else
#define SUMMED(v) (v)
#define FINISHED(v) (v)
#endif
