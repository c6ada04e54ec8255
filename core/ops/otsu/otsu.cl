// Applies the level that the histogram gave.

#define BINARY 1
#define INVERSE 2
#define TRUNCATE 3
#define TO_ZERO 4
#define TO_ZERO_INVERSE 5

#ifndef KIND
#define KIND BINARY
#define ITEMS 1  // samples of a work-item, side by side
#endif

#if TYPE == F32  // compiled alone: only integers have levels
#define WHITE 1
#else
#define WHITE ((ELEMENT)MOST)
#endif

// The result for a sample.
#if KIND == BINARY
#define APPLIED(v) ((v) > level ? WHITE : (ELEMENT)0)
#elif KIND == INVERSE
#define APPLIED(v) ((v) > level ? (ELEMENT)0 : WHITE)
#elif KIND == TRUNCATE
#define APPLIED(v) ((v) > level ? level : (v))
#elif KIND == TO_ZERO
#define APPLIED(v) ((v) > level ? (v) : (ELEMENT)0)
#else
#define APPLIED(v) ((v) > level ? (ELEMENT)0 : (v))
#endif

// Compilers for CPUs make vectors of the loop.
__kernel void otsu(IMAGE_IN(image), IMAGE_OUT(out), const uint found) {
  const ELEMENT level = (ELEMENT)found;
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global const ELEMENT *from = ROW(image, y);
  __global ELEMENT *to = ROW(out, y);
  for (int x = first; x < end; ++x) to[x] = APPLIED(from[x]);
}
