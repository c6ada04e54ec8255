// Scans in one pass: each group scans a tile in registers, tells its sum, and looks back at the sums of the tiles before
// (Merrill and Garland 2016).
//
// A group takes the number of its tile from a counter, so all tiles before its own have begun, and none of them waits
// for a group that has not. WINDOW tiles make a window. A tile's first element begins with the sum of all windows
// before, which the last tile of the window before tells, and the sums of the earlier tiles of its own window. So who
// comes first does not decide the order in which sums are added: results are the same to the bit in every run.
//
// A crew is CREW neighbours of a group, and its vectors lie side by side. On NVIDIA's GPUs it is a warp and exchanges
// sums by shuffles, elsewhere through local memory, in the same order.

#ifndef ITEMS
#define ITEMS 2  // vectors of a work-item
#endif
#ifndef WINDOW
#define WINDOW 256  // tiles, a multiple of CREW
#endif
#ifndef WARPS
#define WARPS 0  // 1: the compiler takes PTX of sm_70 and later
#endif

#define INLINE static inline __attribute__((always_inline))  // arrays that functions get stay in registers

#define CREW 32
#define CREWS (GROUP / CREW)

// A sum that groups tell each other is one word of 64 bits for each 32 bits of the sum, which are its low half. The
// high half is 0 until the word is told. Nothing else passes between groups, so no fence is needed.
#if ACC == F32
#define WORDS 1
#define BITS_OF(sum) as_uint(sum)
#else
#define WORDS 2
#define BITS_OF(sum) as_ulong(sum)
#endif
#define SUM_OF(bits) JOIN(as_, ACC_T)(bits)
#define TOLD (1ul << 32)
#define LOW_HALF 0xfffffffful

#if WARPS
INLINE void tell_word(volatile __global ulong *words, const ulong word) {
  __asm__ volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(words), "l"(word) : "memory");
}

INLINE ulong word_at(volatile __global ulong *words) {
  ulong word;
  __asm__ volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(words) : "memory");
  return word;
}

INLINE uint bits_before(const uint bits, const uint reach) {
  uint other;
  __asm__ volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(other) : "r"(bits), "r"(reach));
  return other;
}

INLINE uint bits_of_last(const uint bits) {
  uint other;
  __asm__ volatile("shfl.sync.idx.b32 %0, %1, 31, 31, 0xffffffff;" : "=r"(other) : "r"(bits));
  return other;
}

#if WORDS == 1
#define SUM_BEFORE(sum, reach) SUM_OF(bits_before(BITS_OF(sum), reach))
#define SUM_OF_LAST(sum) SUM_OF(bits_of_last(BITS_OF(sum)))
#else
#define LOW(sum) ((uint)BITS_OF(sum))
#define HIGH(sum) ((uint)(BITS_OF(sum) >> 32))
#define SUM_BEFORE(sum, reach) SUM_OF(upsample(bits_before(HIGH(sum), reach), bits_before(LOW(sum), reach)))
#define SUM_OF_LAST(sum) SUM_OF(upsample(bits_of_last(HIGH(sum)), bits_of_last(LOW(sum))))
#endif

#define ADD_FROM(reach)                              \
  {                                                  \
    const ACC_T other = SUM_BEFORE(sum, reach);      \
    sum += lane >= (reach) ? other : 0;              \
  }

// Scans `count` sums of each item across its crew (Hillis and Steele 1986): before[i] becomes the sum of sums[i] of the
// items before this one, sums[i] that of the whole crew. `values` has room for so many sums of each item of the group.
INLINE void scan_crew(ACC_T *sums, ACC_T *before, const uint count, __local ACC_T *values) {
  const uint lane = get_local_id(0) % CREW;
#pragma unroll
  for (uint i = 0; i < count; ++i) {
    ACC_T sum = sums[i];
    ADD_FROM(1) ADD_FROM(2) ADD_FROM(4) ADD_FROM(8) ADD_FROM(16)
    const ACC_T other = SUM_BEFORE(sum, 1);
    before[i] = lane > 0 ? other : 0;
    sums[i] = SUM_OF_LAST(sum);
  }
}
#else
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
INLINE void tell_word(volatile __global ulong *words, const ulong word) { atom_xchg(words, word); }
INLINE ulong word_at(volatile __global ulong *words) { return atom_add(words, 0ul); }

// As above. The barriers are for all sums together.
INLINE void scan_crew(ACC_T *sums, ACC_T *before, const uint count, __local ACC_T *values) {
  const uint id = get_local_id(0), lane = id % CREW;
  for (uint i = 0; i < count; ++i) values[i * GROUP + id] = sums[i];
  for (uint reach = 1; reach < CREW; reach *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < count; ++i) before[i] = lane >= reach ? values[i * GROUP + id - reach] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < count; ++i) values[i * GROUP + id] += before[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < count; ++i) {
    before[i] = lane > 0 ? values[i * GROUP + id - 1] : 0;
    sums[i] = values[i * GROUP + (id | (CREW - 1))];
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // before the memory is used again
}
#endif

INLINE void tell(volatile __global ulong *words, const ACC_T sum) {
  for (uint word = 0; word < WORDS; ++word)
    tell_word(words + word, TOLD | ((ulong)BITS_OF(sum) >> 32 * word & LOW_HALF));
}

// Waits until the word is told.
INLINE ulong told(volatile __global ulong *words, ulong word) {
  while (word < TOLD) word = word_at(words);
  return word & LOW_HALF;
}

// Waits until the sum is told, of which `first` has the words that were read already.
INLINE ACC_T told_sum(volatile __global ulong *words, const ulong *first) {
#if WORDS == 1
  return as_float((uint)told(words, first[0]));
#else
  return SUM_OF(told(words + 1, first[1]) << 32 | told(words, first[0]));
#endif
}

INLINE ACC_T sum_at(volatile __global ulong *words) {
  ulong first[WORDS];
#pragma unroll
  for (uint word = 0; word < WORDS; ++word) first[word] = word_at(words + word);
  return told_sum(words, first);
}

// Waits for the sums of the tiles `first` + lane, `first` + lane + CREW, ... before `end`, and adds them. Reads all of
// them before it waits for one.
#define STEPS (WINDOW / CREW)
INLINE ACC_T sum_of_earlier(volatile __global ulong *sums, const uint first, const uint end) {
  ulong words[STEPS * WORDS];
#pragma unroll
  for (uint step = 0; step < STEPS; ++step)
#pragma unroll
    for (uint word = 0; word < WORDS; ++word)
      words[step * WORDS + word] =
          first + step * CREW < end ? word_at(sums + (first + step * CREW) * WORDS + word) : TOLD;
  ACC_T sum = 0;
#pragma unroll
  for (uint step = 0; step < STEPS; ++step)
    sum += told_sum(sums + (first + step * CREW) * WORDS, words + step * WORDS);
  return sum;
}

// NVIDIA's compiler loads a vector at once only where it is told that the vector is aligned. So are buffers there.
#if WARPS && TYPE != F16
#define LOAD_VECTOR(x, i) CONVERT(ACC_T, ((__global const VECTOR(ELEMENT) *)(x))[i])
#else
#define LOAD_VECTOR(x, i) CONVERT(ACC_T, LOAD(x, i))
#endif
#if WARPS
#define STORE_VECTOR(v, out, i) (((__global VECTOR(ACC_T) *)(out))[i] = (v))
#else
#define STORE_VECTOR(v, out, i) STORE_PLAIN(v, out, i)
#endif

// The sum of the elements from `begin` to before `end`, which are fewer than a vector.
INLINE ACC_T sum_of_few(__global const ELEMENT *x, const ulong begin, const ulong end) {
  ACC_T sum = 0;
  for (ulong i = begin; i < end; ++i) sum += (ACC_T)LOAD_ONE(x, i);
  return sum;
}

// The words of scan_tiles: the counter of tiles, then the sums of the tiles, then the sums before the windows.
__kernel void forget(__global ulong *words, const ulong count) {
  if (get_global_id(0) < count) words[get_global_id(0)] = 0;
}

__kernel void scan_tiles(__global const ELEMENT *restrict x, volatile __global ulong *words,
                         __global ACC_T *restrict out, const ulong count) {
  __local uint taken[1];
  __local ACC_T crew_sums[CREWS], sum_before[1];
  __local ACC_T values[WARPS ? 1 : GROUP * ITEMS];
  const uint id = get_local_id(0), lane = id % CREW, crew = id / CREW;
  if (id == 0) taken[0] = atomic_inc((volatile __global uint *)words);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tile = taken[0];
  // The item's first vector, the end of all whole vectors, and how many of these lie behind the first.
  const ulong begin = (ulong)tile * (GROUP * ITEMS) + crew * (CREW * ITEMS) + lane, end = count / VEC;
  const uint left = end > begin ? (uint)min(end - begin, (ulong)(CREW * ITEMS)) : 0;
  __global const ELEMENT *own = x + begin * VEC;

  // The crew's scan: in vectors, across its lanes, then over its rows of vectors.
  ACCS vectors[ITEMS];
  ACC_T totals[ITEMS], before[ITEMS];
#pragma unroll
  for (uint item = 0; item < ITEMS; ++item) vectors[item] = item * CREW < left ? LOAD_VECTOR(own, item * CREW) : 0;
#pragma unroll
  for (uint item = 0; item < ITEMS; ++item) {
    vectors[item] = scanned(vectors[item]);
    totals[item] = LAST(vectors[item]);
  }
  scan_crew(totals, before, ITEMS, values);
  ACC_T run = 0;
#pragma unroll
  for (uint item = 0; item < ITEMS; ++item) {
    vectors[item] = RESULT(vectors[item]) + (run + before[item]);
    run += totals[item];
  }

  // The tile's sum.
  if (lane == 0) crew_sums[crew] = run;
  barrier(CLK_LOCAL_MEM_FENCE);
  ACC_T crews_before = 0, sum = 0;
#pragma unroll
  for (uint other = 0; other < CREWS; ++other) {
    if (other == crew) crews_before = sum;
    sum += crew_sums[other];
  }
  volatile __global ulong *sums = words + 1, *starts = sums + get_num_groups(0) * WORDS;
  if (id == 0) tell(sums + tile * WORDS, sum);

  // The sum of all tiles before. The first crew waits for them.
  const uint window = tile / WINDOW;
  ACC_T earlier[1], part[1];
  earlier[0] = crew == 0 ? sum_of_earlier(sums, window * WINDOW + lane, tile) : 0;
  scan_crew(earlier, part, 1, values);
  if (id == 0) {
    const ACC_T start = window > 0 ? sum_at(starts + window * WORDS) : 0;
    if (tile % WINDOW == WINDOW - 1) tell(starts + (window + 1) * WORDS, start + (earlier[0] + sum));
    sum_before[0] = start + earlier[0];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const ACC_T offset = sum_before[0] + crews_before;
  __global ACC_T *own_out = out + begin * VEC;
#pragma unroll
  for (uint item = 0; item < ITEMS; ++item)
    if (item * CREW < left) STORE_VECTOR(vectors[item] + offset, own_out, item * CREW);
  const ulong rest = end * VEC + id;  // fewer elements than a vector stand behind the last
  if (tile == get_num_groups(0) - 1 && rest < count)
    out[rest] = sum_before[0] + sum + sum_of_few(x, end * VEC, rest + (EXCLUSIVE ? 0 : 1));
}
