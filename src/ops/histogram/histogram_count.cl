// Counting how often values occur: each group counts its share of the elements in bins of its own, or in bins that some
// groups have together, and leaves them in `parts` for histogram_merge.cl or the host.
//
// A load is VEC words of 32 bits, each with several small elements. So many loads follow each other in one work-item
// that every element's channel is known when the kernel is compiled.

#define PRIVATE 1  // a work-item has its own bins
#define LOCAL 2    // a group's work-items have bins in local memory, by atomics
#define OWN 3      // a group of one work-item has its part of the global memory
#define SHARED 4   // groups count in parts of the global memory, by atomics
#define PAIRS 5    // two neighbours of u8 at a time, in counters of a byte behind the parts: half of the additions

#define DIRECT 1  // the value is the bin
#define PLAIN 2   // (v - low) * scale in f32 is right for each value that there is
#define NEAR 3    // that may be one off, which a comparison mends
#define SEARCH 4  // that may be wrong

#ifndef COUNTS
#define COUNTS SHARED
#define FIND NEAR
#define BINS 256
#define CHANNELS 1
#define COPIES 1  // of the bins, so that neighbours do not wait for each other; not those of SHARED
#define ITEMS 1  // units that a work-item loads before it counts
#endif

#define SIZE (BINS * CHANNELS)

#if TYPE == U8
#define PER_WORD 4
#define VALUE_IN(word, e) ((word) >> (8 * (e)) & 255)
#elif TYPE == U16
#define PER_WORD 2
#define VALUE_IN(word, e) ((word) >> (16 * (e)) & 65535)
#else
#define PER_WORD 1
#define VALUE_IN(word, e) as_float(word)
#endif

// A unit has a whole number of pixels.
#if CHANNELS == 3
#define LOADS 3
#elif CHANNELS > PER_WORD * VEC
#define LOADS (CHANNELS / (PER_WORD * VEC))
#else
#define LOADS 1
#endif
#define UNIT (LOADS * VEC * PER_WORD)

#if VEC == 1
#define STORE_WORDS(v, to) (*(to) = (v))
#else
#define STORE_WORDS(v, to) JOIN(vstore, VEC)(v, 0, to)
#endif

// Copies side by side: lanes that count the same value do so in different banks.
#if COUNTS == PAIRS
// A counter that has gone round stands for 256 of both values.
#define COUNT(channel, bin, j) ++counts[bin];
#define COUNT_PAIR(pair, j)                          \
  if (++pairs[(j) % COPIES * 65536 + (pair)] == 0) { \
    counts[(pair) & 255] += 256;                     \
    counts[(pair) >> 8] += 256;                      \
  }
#elif COUNTS == PRIVATE || COUNTS == OWN
#define COUNT(channel, bin, j) ++counts[(j) % COPIES * SIZE + (channel) * BINS + (bin)];
#elif COUNTS == LOCAL
#define COUNT(channel, bin, j) atomic_inc(&counts[((channel) * BINS + (bin)) * COPIES + copy]);
#else
#define COUNT_ONE(channel, bin) atomic_inc(&counts[(channel) * BINS + (bin)]);
// Equal neighbours make one atomic addition.
#define COUNT(channel, bin, j)                                                                \
  {                                                                                           \
    if (bin != last[channel]) {                                                               \
      if (run[channel] > 0) atomic_add(&counts[(channel) * BINS + last[channel]], run[channel]); \
      last[channel] = bin;                                                                    \
      run[channel] = 0;                                                                       \
    }                                                                                         \
    ++run[channel];                                                                           \
  }
#endif

#if COUNTS != SHARED
#define COUNT_ONE(channel, bin) COUNT(channel, bin, 0)
#endif

// Values outside the range have no bin.
#if FIND == DIRECT
#define BIN_OF(v) (v)
#define IS_COUNTED(bin) 1
#else
#define BIN_OF(v) bin_of((float)(v), low, high, scale, first)
#define IS_COUNTED(bin) ((bin) < BINS)
#endif

// In bins from the first one's beginning. What is no number, or too large for a uint, must not become one.
float place_of(const float place) { return place > 0 ? min(place, (float)BINS) : 0; }

// `first` has the least value of each bin. No branches: compilers find the bins of several values at a time.
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

#if COUNTS == LOCAL
// Work-items begin with different copies, for the sake of the banks.
uint sum_of(volatile __local uint *counts, const uint bin) {
  uint sum = 0;
  for (uint i = 0; i < COPIES; ++i) sum += counts[bin * COPIES + (i + bin) % COPIES];
  return sum;
}
#elif COUNTS == PRIVATE
uint sum_of(const uint *counts, const uint bin) {
  uint sum = 0;
  for (uint i = 0; i < COPIES; ++i) sum += counts[i * SIZE + bin];
  return sum;
}
#endif

#if COUNTS == PAIRS
// What is left in the counters.
void add_pairs(__global const uchar *pairs, uint *counts) {
  for (uint row = 0; row < COPIES * 256; ++row) {
    uint sum = 0;
    for (uint bin = 0; bin < 256; ++bin) {
      const uint count = pairs[row * 256 + bin];
      counts[bin] += count;
      sum += count;
    }
    counts[row % 256] += sum;
  }
}
#endif

// The group is compiled in: else a compiler may take more registers than groups of this size have.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void count(__global const VECTOR(uint) *restrict x, __global uint *restrict parts, const uint shared, const ulong count,
           const float low, const float high, const float scale, __global const float *restrict first) {
  const uint id = get_local_id(0);
#if COUNTS == PRIVATE
  uint counts[COPIES * SIZE];
  for (uint i = 0; i < COPIES * SIZE; ++i) counts[i] = 0;
#if GROUP > 1
  volatile __local uint sums[SIZE];
  for (uint bin = id; bin < SIZE; bin += GROUP) sums[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#elif COUNTS == PAIRS
  uint counts[SIZE];
  __global uchar *pairs = (__global uchar *)(parts + shared * (ulong)SIZE) + get_group_id(0) * (COPIES * 65536ul);
  for (uint i = 0; i < SIZE; ++i) counts[i] = 0;
  for (uint i = 0; i < COPIES * 65536; ++i) pairs[i] = 0;
#elif COUNTS == LOCAL
  volatile __local uint counts[COPIES * SIZE];
  for (uint i = id; i < COPIES * SIZE; i += GROUP) counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint copy = id % COPIES;
#elif COUNTS == OWN
  __global uint *counts = parts + get_group_id(0) * (COPIES * (ulong)SIZE);
#else
  volatile __global uint *counts = parts + get_group_id(0) % shared * (ulong)SIZE;
  uint last[CHANNELS], run[CHANNELS];
  for (uint channel = 0; channel < CHANNELS; ++channel) last[channel] = run[channel] = 0;
#endif

  const ulong units = count / UNIT;
  GROUP_RANGE(units)
  for (ulong i = begin + id; i < end; i += ITEMS * GROUP) {
    uint words[ITEMS * LOADS * VEC];
#pragma unroll
    for (uint load = 0; load < ITEMS * LOADS; ++load) {
      const ulong unit = min(i + load / LOADS * GROUP, end - 1);
      STORE_WORDS(x[unit * LOADS + load % LOADS], words + load * VEC);
    }
#pragma unroll
    for (uint item = 0; item < ITEMS; ++item)
      if (i + item * GROUP < end) {
#if COUNTS == PAIRS
#pragma unroll
        for (uint j = 0; j < UNIT / 2; ++j) COUNT_PAIR(words[item * VEC + j / 2] >> 16 * (j % 2) & 65535, j)
#else
        uint bins[UNIT];
#pragma unroll
        for (uint j = 0; j < UNIT; ++j)
          bins[j] = BIN_OF(VALUE_IN(words[item * LOADS * VEC + j / PER_WORD], j % PER_WORD));
#pragma unroll
        for (uint j = 0; j < UNIT; ++j)
          if (IS_COUNTED(bins[j])) COUNT(j % CHANNELS, bins[j], j)
#endif
      }
  }
  // What is no whole unit.
  for (ulong i = units * UNIT + get_global_id(0); i < count; i += get_global_size(0)) {
    const uint bin = BIN_OF(((__global const ELEMENT *)x)[i]);
    if (IS_COUNTED(bin)) COUNT_ONE(i % CHANNELS, bin)
  }

#if COUNTS == SHARED
  for (uint channel = 0; channel < CHANNELS; ++channel)
    if (run[channel] > 0) atomic_add(&counts[channel * BINS + last[channel]], run[channel]);
#elif COUNTS == LOCAL
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = id; bin < SIZE; bin += GROUP) parts[get_group_id(0) * (ulong)SIZE + bin] = sum_of(counts, bin);
#elif COUNTS == PAIRS
  add_pairs(pairs, counts);
  for (uint bin = 0; bin < SIZE; ++bin) parts[get_group_id(0) * (ulong)SIZE + bin] = counts[bin];
#elif COUNTS == PRIVATE && GROUP == 1
  for (uint bin = 0; bin < SIZE; ++bin) parts[get_group_id(0) * (ulong)SIZE + bin] = sum_of(counts, bin);
#elif COUNTS == PRIVATE
  for (uint bin = 0; bin < SIZE; ++bin) {
    const uint sum = sum_of(counts, bin);
    if (sum > 0) atomic_add(&sums[bin], sum);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = id; bin < SIZE; bin += GROUP) parts[get_group_id(0) * (ulong)SIZE + bin] = sums[bin];
#endif
}
