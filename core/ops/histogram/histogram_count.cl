// Counts how often values occur. Each group counts its share of the elements, in bins of its own or in bins that some
// groups share. It leaves them in `parts` for histogram_merge.cl, the host, or the last group.

#define PRIVATE 1  // a work-item has its own bins
#define LOCAL 2    // a group's work-items have bins in local memory, by atomics
#define OWN 3      // a group of one work-item has its part of the global memory
#define SHARED 4   // groups count in parts of the global memory, by atomics
#define PAIRS 5    // counts two neighbours of u8 at once, in counters of a byte after the parts: half as many additions

#ifndef COUNTS
#define COUNTS SHARED
#define COPIES 1    // of the bins, so that neighbours do not wait for each other; SHARED has none
#define ITEMS 1     // units that a work-item loads before it counts
#define PREFETCH 0  // 1: it loads the next units before it counts
#define INDEX ulong  // counts units: uint where that is enough, as it takes fewer instructions
#define ATOMIC 0    // 1: the groups' sums are added in `parts`, where the last group takes them
#endif

#define SIZE (BINS * CHANNELS)

// An element's bits.
#if PER_WORD == 4
#define RAW uchar
#define BITS_IN(word, e) ((word) >> (8 * (e)) & 255)
#elif PER_WORD == 2
#define RAW ushort
#define BITS_IN(word, e) ((word) >> (16 * (e)) & 65535)
#else
#define RAW WORD
#define BITS_IN(word, e) (word)
#endif

#if VEC == 1
#define STORE_WORDS(v, to) (*(to) = (v))
#else
#define STORE_WORDS(v, to) JOIN(vstore, VEC)(v, 0, to)
#endif

#define WORDS (ITEMS * LOADS * VEC)  // in a round

// Loads units from `i` on. Beyond the last unit it loads that one again.
void load_units(__global const VECTOR(WORD) *restrict x, const INDEX i, const INDEX end, WORD *words) {
#pragma unroll
  for (uint load = 0; load < ITEMS * LOADS; ++load) {
    const INDEX unit = min((INDEX)(i + load / LOADS * GROUP), end - 1);
    STORE_WORDS(x[unit * LOADS + load % LOADS], words + load * VEC);
  }
}

// Copies of a bin lie side by side: lanes that count the same value use different banks.
#if COUNTS == PAIRS
// A counter of a byte that overflows to 0 stands for 256 of both values.
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

#if COUNTS == LOCAL
// Adds up a bin's copies. Work-items begin with different ones, so that they use different banks.
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
// Adds what is left in the counters of pairs.
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

#if ATOMIC
// Lets the last group that comes here take the sums of all groups, and leave zeros for the next run. Behind the sums
// stands the number of groups that have come. OpenCL C 1.2 has no fence between groups, so everything is atomic. A
// group's additions must end before it is counted: `answers`, their old values, must have arrived before the first
// line. `free` are words that are no longer used.
void take_if_last(volatile __global uint *sums, __global ulong *restrict out, const uint answers,
                  volatile __local uint *free) {
  const uint id = get_local_id(0);
  atomic_or(free, answers);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) *free = atomic_inc(&sums[SIZE]) == get_num_groups(0) - 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!*free) return;
  for (uint bin = id; bin < SIZE; bin += GROUP) out[bin] = atomic_xchg(&sums[bin], 0);
  if (id == 0) atomic_xchg(&sums[SIZE], 0);
}
#endif

// The group's size is compiled in. Without it a compiler may take more registers than groups of this size have.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void count(__global const VECTOR(WORD) *restrict x, __global uint *restrict parts, __global ulong *restrict out,
           const uint shared, const ulong count, const EDGE low, const EDGE high, const float scale, const float offset,
           __global const EDGE *restrict first) {
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
  const INDEX past = end;
  WORD words[WORDS];
#if PREFETCH
  if (begin + id < end) load_units(x, begin + id, past, words);
#endif
  for (INDEX i = begin + id; i < past; i += ITEMS * GROUP) {
#if PREFETCH
    WORD next[WORDS];
    load_units(x, i + ITEMS * GROUP, past, next);
#else
    load_units(x, i, past, words);
#endif
#pragma unroll
    for (uint item = 0; item < ITEMS; ++item)
      if (i + item * GROUP < past) {
#if COUNTS == PAIRS
#pragma unroll
        for (uint j = 0; j < UNIT / 2; ++j) COUNT_PAIR(words[item * VEC + j / 2] >> 16 * (j % 2) & 65535, j)
#else
        uint bins[UNIT];
#pragma unroll
        for (uint j = 0; j < UNIT; ++j)
          bins[j] = BIN_OF(BITS_IN(words[item * LOADS * VEC + j / PER_WORD], j % PER_WORD));
#pragma unroll
        for (uint j = 0; j < UNIT; ++j)
          if (IS_COUNTED(bins[j])) COUNT(j % CHANNELS, bins[j], j)
#endif
      }
#if PREFETCH
    for (uint j = 0; j < WORDS; ++j) words[j] = next[j];
#endif
  }
  // Counts the elements after the last whole unit.
  for (ulong i = units * UNIT + get_global_id(0); i < count; i += get_global_size(0)) {
    const uint bin = BIN_OF(((__global const RAW *)x)[i]);
    if (IS_COUNTED(bin)) COUNT_ONE(i % CHANNELS, bin)
  }

#if COUNTS == SHARED
  for (uint channel = 0; channel < CHANNELS; ++channel)
    if (run[channel] > 0) atomic_add(&counts[channel * BINS + last[channel]], run[channel]);
#elif COUNTS == LOCAL && ATOMIC
  barrier(CLK_LOCAL_MEM_FENCE);
  uint answers = 0;
  for (uint bin = id; bin < SIZE; bin += GROUP) {
    const uint sum = sum_of(counts, bin);
    if (sum > 0) answers |= atomic_add(&parts[bin], sum);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  take_if_last(parts, out, answers, counts);
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
