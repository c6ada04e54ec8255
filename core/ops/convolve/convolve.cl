// Convolves rows of an array with a mask. A group makes tiles of GROUP * BLOCK results. It brings what a tile reads into
// local memory, as many taps at a time as `chunk` says, and each item adds up the products of BLOCK neighbouring
// results in registers. What lies outside a row is looked up only while tiles are brought.

#ifndef SUM
#define SUM F32         // of the sums; 8 and 16 bit integers may have U16
#define ITEMS 2         // vectors of results that an item has
#define TURNED 1        // 1: the mask runs backwards, as in a convolution; 0: as in a correlation
#define SLIDE 0         // 1: an item keeps the inputs of neighbouring taps in registers
#endif

#define BLOCK (ITEMS * VEC)
#define TILE ((ulong)GROUP * BLOCK)

#define SUM_T VALUE_OF(SUM)
#define SUMS VECTOR(SUM_T)
#if SUM == F32 || SUM == F64
#define OUTSIDE_T SUM_T
#define TERM(a, b, c) MULTIPLY_ADD(a, b, c)
#define IS_NAN(a) isnan(a)
#else
#define OUTSIDE_T ulong
#define TERM(a, b, c) ((a) * (b) + (c))
#define IS_NAN(a) false
#endif

// Brings `count` elements of a row, from element `from` on, and up to VEC - 1 more.
void bring(__global const ELEMENT *restrict row, const long n, const long from, const ulong count,
           const OUTSIDE_T outside, __local SUM_T *tile) {
  const ulong vectors = DIVIDE_UP(count, VEC);
  if (from >= 0 && from + (long)(vectors * VEC) <= n) {
    for (ulong i = get_local_id(0); i < vectors; i += GROUP)
      STORE_PLAIN(CONVERT(SUM_T, LOAD(row + from, i)), tile, i);
    return;
  }
  for (ulong i = get_local_id(0); i < count; i += GROUP) {
    const long place = element_for(from + (long)i, n);
    tile[i] = place < 0 ? (SUM_T)outside : (SUM_T)LOAD_ONE(row, place);
  }
}

#if SLIDE
#define SUM_VECTOR(i) LOAD_PLAIN(sum, i)

// The k-th of an item's inputs is `near[k]` for the first tap, and for each further tap the next one. Work is by VEC
// taps, whose inputs come with one aligned load.
void add_taps(__local const SUM_T *near, __global const ELEMENT *restrict mask, const long step, const uint count,
              SUM_T *sum) {
  SUM_T window[BLOCK + VEC];
#pragma unroll
  for (uint i = 0; i < BLOCK; ++i) window[i] = near[i];
  uint k = 0;
  for (; k + VEC <= count; k += VEC) {
    STORE_PLAIN(LOAD_PLAIN(near + BLOCK + k, 0), window + BLOCK, 0);
#pragma unroll
    for (uint tap = 0; tap < VEC; ++tap) {
      const SUM_T factor = (SUM_T)LOAD_ONE(mask, (long)(k + tap) * step);
#pragma unroll
      for (uint i = 0; i < BLOCK; ++i) sum[i] = TERM(factor, window[i + tap], sum[i]);
    }
#pragma unroll
    for (uint i = 0; i < BLOCK; ++i) window[i] = window[i + VEC];
  }
  for (; k < count; ++k) {
    const SUM_T factor = (SUM_T)LOAD_ONE(mask, (long)k * step);
    for (uint i = 0; i < BLOCK; ++i) sum[i] = TERM(factor, near[k + i], sum[i]);
  }
}
#else
#define SUM_VECTOR(i) sum[i]

void add_taps(__local const SUM_T *near, __global const ELEMENT *restrict mask, const long step, const uint count,
              SUMS *sum) {
  for (uint k = 0; k < count; ++k) {
    const SUMS factor = (SUMS)(SUM_T)LOAD_ONE(mask, (long)k * step);
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i) sum[i] = TERM(factor, LOAD_PLAIN(near + k, i), sum[i]);
  }
}
#endif

// Adds to `sum` what the taps [first, last) make of a row's elements alone, the first of which meets tap 0 at `from`.
SUM_T sum_within(__global const ELEMENT *restrict row, const long n, const long from,
                 __global const ELEMENT *restrict mask, const long taps, const long first, const long last,
                 SUM_T sum) {
  for (long k = max(first, -from); k < min(last, n - from); ++k)
    sum = TERM((SUM_T)LOAD_ONE(mask, TURNED ? taps - 1 - k : k), (SUM_T)LOAD_ONE(row, from + k), sum);
  return sum;
}

#if GROUP == 1
#define MEET()
#else
#define MEET() barrier(CLK_LOCAL_MEM_FENCE)
#endif

// Rows have n elements and `length` results, of which the first reads from element `start` on. `tiles` is their number
// in a row, `all` that in all rows. The taps of this launch are [first, last) in the order of the elements that they
// meet; those before are in `out` already.
__kernel void convolve(__global const ELEMENT *restrict x, __global const ELEMENT *restrict mask,
                       __global VALUE *restrict out, const ulong n, const ulong length, const ulong tiles,
                       const ulong all, const long start, const ulong taps, const ulong first, const ulong last,
                       const ulong chunk, const ulong rounds, const OUTSIDE_T outside, __local SUM_T *tile) {
  const ulong begin = get_group_id(0) * rounds, end = min(begin + rounds, all);
  for (ulong at = begin; at < end; ++at) {
    __global const ELEMENT *row = x + at / tiles * n;
    const ulong corner = at % tiles * TILE, mine = corner + get_local_id(0) * BLOCK;
    __global VALUE *to = out + at / tiles * length + mine;
    const uint inside = mine < length ? (uint)min(length - mine, (ulong)BLOCK) : 0;
#if SLIDE
    SUM_T sum[BLOCK];
#pragma unroll
    for (uint i = 0; i < BLOCK; ++i) sum[i] = first > 0 && i < inside ? (SUM_T)to[i] : (SUM_T)0;
#else
    SUMS sum[ITEMS];
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i) sum[i] = (SUMS)(SUM_T)0;
    if (first > 0) {
      SUM_T before[BLOCK];
      for (uint i = 0; i < BLOCK; ++i) before[i] = i < inside ? (SUM_T)to[i] : (SUM_T)0;
#pragma unroll
      for (uint i = 0; i < ITEMS; ++i) sum[i] = LOAD_PLAIN(before, i);
    }
#endif
    for (ulong k = first; k < last; k += chunk) {
      const uint count = (uint)min(chunk, last - k);
      MEET();  // the tile before has been read
      bring(row, (long)n, (long)corner + start + (long)k, TILE + count - 1, outside, tile);
      MEET();
      add_taps(tile + get_local_id(0) * BLOCK, mask + (TURNED ? taps - 1 - k : k), TURNED ? -1 : 1, count, sum);
    }
    // An infinite tap makes NaN of zeros outside, which have no products: a sum that may have them is made anew.
    const long from = (long)mine + start;
    const bool leaves = from + (long)first < 0 || from + BLOCK - 1 + (long)last > (long)n;
    const bool mends = BORDER_RULE == 0 && outside == 0 && leaves;
    if (inside == BLOCK && !mends) {
#pragma unroll
      for (uint i = 0; i < ITEMS; ++i) STORE_PLAIN(CONVERT(VALUE, SUM_VECTOR(i)), to, i);
    } else {
      SUM_T some[BLOCK];
#pragma unroll
      for (uint i = 0; i < ITEMS; ++i) STORE_PLAIN(SUM_VECTOR(i), some, i);
      for (uint i = 0; i < inside; ++i) {
        if (mends && IS_NAN(some[i]))
          some[i] = sum_within(row, (long)n, from + i, mask, (long)taps, (long)first, (long)last,
                               first > 0 ? (SUM_T)to[i] : (SUM_T)0);
        to[i] = (VALUE)some[i];
      }
    }
  }
}
