// Reductions: each work-item makes one value of its elements, each group one of its items' values, and the finish one
// of all.
//
// A lane adds at most BLOCK terms, or words of four bytes, and then adds their sum to its total. So the error of a long
// sum of floats grows with BLOCK + rounds / BLOCK, and not with the rounds.

#define SUM 1
#define DOT 2
#define SQUARES 3  // sum of (x - shift)^2 and of x - shift
#define MIN 4
#define MAX 5

#ifndef REDUCE
#define REDUCE SUM
#define ACC F32      // type of the sums; for MIN and MAX it is that of VALUE
#define SHIFT float  // for SQUARES: the type of ACC, or long for integers
#define UNIT 1       // factor on the differences of SQUARES
#define ITEMS 2      // vectors that an item loads in a round
#define ATOMIC 0     // 1: the groups' values are combined in out[0] by atomics
#endif
#ifndef SUB_GROUPS
#define SUB_GROUPS 0  // 1: a group's items combine their values in sub-groups first
#endif
#ifndef WORDS
#define WORDS 0  // for DOT: an item loads so many words of four bytes in place of VEC elements
#endif
#define BLOCK 256

#define ACC_T VALUE_OF(ACC)
#define ACCS VECTOR(ACC_T)

// NaN wins, as in NumPy.
#if REDUCE == MIN
#define BEFORE(a, b) ((b) < (a))
#elif REDUCE == MAX
#define BEFORE(a, b) ((b) > (a))
#endif

#if TYPE < F16
#define IS_NAN(v) 0
#else
#define IS_NAN(v) isnan(v)
#endif

#if REDUCE == MIN || REDUCE == MAX
#define START ((ACCS)LOAD_ONE(x, 0))
#define NEUTRAL(one) (one)  // changes nothing if `one` is among the values
ACC_T combine_one(const ACC_T a, const ACC_T b) { return BEFORE(a, b) || IS_NAN(b) ? b : a; }
#else
#define START ((ACCS)0)
#define NEUTRAL(one) 0
ACC_T combine_one(const ACC_T a, const ACC_T b) { return a + b; }
#endif

#if VEC == 1
#define combine combine_one
#elif REDUCE != MIN && REDUCE != MAX
ACCS combine(const ACCS a, const ACCS b) { return a + b; }
#elif TYPE < F16
ACCS combine(const ACCS a, const ACCS b) { return select(a, b, BEFORE(a, b)); }
#else
ACCS combine(const ACCS a, const ACCS b) { return select(select(a, b, BEFORE(a, b)), b, isnan(b)); }
#endif

#if VEC == 1
#define LANES(v, of) of = v;
#else
#define LANES(v, of)                                                   \
  {                                                                    \
    ACC_T lanes[VEC];                                                  \
    JOIN(vstore, VEC)(v, 0, lanes);                                    \
    of = lanes[0];                                                     \
    for (int lane = 1; lane < VEC; ++lane) of = combine_one(of, lanes[lane]); \
  }
#endif

#if REDUCE == DOT
#define TERM(load, convert, i) (convert(load(x, i)) * convert(load(y, i)))
#else
#define TERM(load, convert, i) convert(load(x, i))
#endif
#define TO_ACCS(v) CONVERT(ACC_T, v)
#define TO_ACC(v) ((ACC_T)(v))

// Adds the i-th terms, AT_ONCE of them, to the sum of a block or to the total.
#if !WORDS
#define AT_ONCE VEC
#define PARTS ACCS
#define TAKE(sum, i) sum = combine(sum, TERM(LOAD, TO_ACCS, i))
#else
#define AT_ONCE (4 * WORDS)
#define PARTS uint  // holds a block: BLOCK times 16 words make less than 2^30
#define TAKE(sum, i) sum += products((__global const uint *)x, (__global const uint *)y, i)

uint products(__global const uint *x, __global const uint *y, const ulong i) {
  uint sum = 0;
#pragma unroll
  for (uint word = 0; word < WORDS; ++word)
    sum += dot_4x8packed_uu_uint(x[i * WORDS + word], y[i * WORDS + word]);
  return sum;
}
#endif

// Returns the group's value, made of its items' values. Only item 0 knows it.
#if !SUB_GROUPS
GROUP_TREE(of_group, ACC_T, combine_one, 1)
#else
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#if TYPE == U8 || TYPE == U16  // small integers lack functions for sub-groups
#define SUB_GROUP_T uint
#elif TYPE == I8 || TYPE == I16
#define SUB_GROUP_T int
#else
#define SUB_GROUP_T ACC_T
#endif

ACC_T of_sub_group(const ACC_T value) {
#if REDUCE != MIN && REDUCE != MAX
  return sub_group_reduce_add(value);
#else
#if TYPE >= F16
  if (sub_group_any(isnan(value))) return NAN;
#endif
#if REDUCE == MIN
  return (ACC_T)sub_group_reduce_min((SUB_GROUP_T)value);
#else
  return (ACC_T)sub_group_reduce_max((SUB_GROUP_T)value);
#endif
#endif
}

// Combines the sub-groups' values in the first sub-group. The driver decides an item's place in its sub-group.
ACC_T of_group(const ACC_T value, __local ACC_T *values) {
  const uint lane = get_sub_group_local_id(), count = get_num_sub_groups();
  ACC_T all = of_sub_group(value);
  if (lane == 0) values[get_sub_group_id()] = all;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() == 0) {
    all = lane < count ? values[lane] : NEUTRAL(values[0]);
    for (uint i = lane + get_sub_group_size(); i < count; i += get_sub_group_size()) all = combine_one(all, values[i]);
    all = of_sub_group(all);
    if (lane == 0) values[0] = all;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  all = values[0];
  barrier(CLK_LOCAL_MEM_FENCE);  // before the memory is used again
  return all;
}
#endif

#if ATOMIC && (REDUCE == MIN || REDUCE == MAX)
void meet(volatile __global ACC_T *out, ACC_T value) {
#if REDUCE == MIN
  atomic_min(out, value);
#else
  atomic_max(out, value);
#endif
}
#elif ATOMIC && ACC == F32
void meet(volatile __global float *out, float value) {
  volatile __global uint *bits = (volatile __global uint *)out;
  uint seen, old = 0;  // a guess: the first exchange returns the real value
  do {
    seen = old;
    old = atomic_cmpxchg(bits, seen, as_uint(as_float(seen) + value));
  } while (old != seen);
}
#endif

// An item loads ITEMS vectors in each round.
#define ROUNDS        \
  ITEM_RANGE(vectors) \
  const ulong last = (ITEMS - 1) * step;

// Walks over the elements after the last whole vector, which may be more than there are items.
#define TAIL(i) (ulong i = vectors * AT_ONCE + get_global_id(0); i < count; i += get_global_size(0))

#if REDUCE != SQUARES
__kernel void groups(__global const ELEMENT *restrict x, __global const ELEMENT *restrict y,
                     __global ACC_T *restrict out, const ulong count) {
  __local ACC_T values[GROUP];
  const ulong vectors = count / AT_ONCE;
  ROUNDS
  ACCS total = START;
  ulong i = first;
  while (i + last < end) {
    PARTS part = START;
    for (uint round = 0; round < BLOCK / ITEMS && i + last < end; ++round, i += ITEMS * step)
#pragma unroll
      for (uint item = 0; item < ITEMS; ++item) TAKE(part, i + item * step);
    total = combine(total, part);
  }
  for (; i < end; i += step) TAKE(total, i);
  ACC_T value;
  LANES(total, value)
  for TAIL(at) value = combine_one(value, TERM(LOAD_ONE, TO_ACC, at));
  value = of_group(value, values);
  if (get_local_id(0) > 0) return;
#if ATOMIC
  meet(out, value);
#else
  out[get_group_id(0)] = value;
#endif
}

__kernel void clear(__global const ELEMENT *restrict x, __global ACC_T *restrict out) {
#if REDUCE == MIN || REDUCE == MAX
  out[0] = LOAD_ONE(x, 0);
#else
  out[0] = 0;
#endif
}

// Extremes have the type of their elements, sums their own type.
#if REDUCE == MIN || REDUCE == MAX
#define OUT ELEMENT
#define STORE_OUT(v) STORE_ONE(v, out, 0)
#else
#define OUT ACC_T
#define STORE_OUT(v) out[0] = v
#endif

// One group combines all groups' values.
__kernel void finish(__global const ACC_T *restrict parts, __global OUT *restrict out, const uint count) {
  __local ACC_T values[GROUP];
  const uint id = get_local_id(0);
  ACC_T value = id < count ? parts[id] : NEUTRAL(parts[0]);
  for (uint i = id + GROUP; i < count; i += GROUP) value = combine_one(value, parts[i]);
  value = of_group(value, values);
  if (id == 0) STORE_OUT(value);
}

#else
#if VEC == 1
#define TO_DIFFERENCE(v) TO_DIFFERENCE_ONE(v)
#else
#define TO_DIFFERENCE(v) (CONVERT(ACC_T, CONVERT(SHIFT, v) - shift) * (ACC_T)UNIT)
#endif
#define TO_DIFFERENCE_ONE(v) ((ACC_T)((SHIFT)(v) - shift) * (ACC_T)UNIT)
#define ADD(square, sum, v)                      \
  {                                              \
    const ACCS difference = TO_DIFFERENCE(v);    \
    square += difference * difference;           \
    sum += difference;                           \
  }

__kernel void groups(__global const ELEMENT *restrict x, const SHIFT shift, __global ACC_T *restrict out,
                     const ulong count) {
  __local ACC_T values[GROUP];
  const ulong vectors = count / AT_ONCE;
  ROUNDS
  ACCS squares = 0, sums = 0;
  ulong i = first;
  while (i + last < end) {
    ACCS square = 0, sum = 0;
    for (uint round = 0; round < BLOCK / ITEMS && i + last < end; ++round, i += ITEMS * step)
#pragma unroll
      for (uint item = 0; item < ITEMS; ++item) ADD(square, sum, LOAD(x, i + item * step))
    squares += square;
    sums += sum;
  }
  for (; i < end; i += step) ADD(squares, sums, LOAD(x, i))
  ACC_T square, sum;
  LANES(squares, square)
  LANES(sums, sum)
  for TAIL(at) {
    const ACC_T difference = TO_DIFFERENCE_ONE(LOAD_ONE(x, at));
    square += difference * difference;
    sum += difference;
  }
  square = of_group(square, values);
  sum = of_group(sum, values);
  if (get_local_id(0) > 0) return;
  out[2 * get_group_id(0)] = square;
  out[2 * get_group_id(0) + 1] = sum;
}
#endif
