// Finds the bin of a value without f64, with the result that f64 would have.

#define DIRECT 1  // the value is the bin
#define PLAIN 2   // (v - low) * scale in f32 gives the right bin for every value
#define NEAR 3    // it may be one bin off, and a comparison corrects it
#define SEARCH 4  // it may be any number of bins off

#ifndef FIND
#define FIND NEAR
#define BINS 256
#endif

// Values outside the range have no bin.
#if FIND == DIRECT
#define BIN_OF(v) (v)
#define IS_COUNTED(bin) 1
#else
#define BIN_OF(v) bin_of((float)(v), low, high, scale, first)
#define IS_COUNTED(bin) ((bin) < BINS)
#endif

// Limits a place, in bins from the first one's start, so that it converts to uint. NaN becomes 0.
float place_of(const float place) { return place > 0 ? min(place, (float)BINS) : 0; }

// Finds a value's bin; `first` has the least value of each bin. There are no branches, so that compilers find the bins
// of several values at once.
uint bin_of(const float value, const float low, const float high, const float scale,
            __global const float *restrict first) {
#if FIND == SEARCH
  uint bin = 0;
  for (uint end = BINS; end - bin > 1;) {
    const uint middle = bin + (end - bin) / 2;
    if (value < first[middle])
      end = middle;
    else
      bin = middle;
  }
#elif FIND == NEAR
  const uint edge = min((uint)(place_of((value - low) * scale) + 0.5f), (uint)BINS);  // the nearest one
  const uint bin = edge - (value < first[edge] ? 1 : 0);
#else
  const uint bin = min((uint)place_of((value - low) * scale), (uint)(BINS - 1));
#endif
  return value >= low && value < high ? bin : BINS;
}
