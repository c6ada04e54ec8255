// Adds up each region's pixels exactly, by integers, so that no order of work changes a result. A region has WORDS
// words of 32 bits. Samples are added as floats: those whose exponents share a bucket are integers of one unit, and
// each bucket has a sum of 64 bits, which holds 2^32 of them. Integers of 32 bits are units of one bucket. With
// PAGE_ROWS the image is a volume: its pages, of so many rows each, lie one below another.

#ifndef LABEL_TYPE
#define LABEL_TYPE I32
#define RUN 64  // pixels of a work-item, side by side
#endif

#define AREA 0
#define LEFT 1
#define TOP 2
#define RIGHT 3
#define BOTTOM 4
#define LEAST 5  // these two as keys, which have the order of the samples
#define GREATEST 6
#define ODD 7     // which of NaN, -infinity and infinity there are
#define SUM_X 8   // two words each
#define SUM_Y 10
#define BUCKETS 12
#define BUCKET_COUNT 32
#define FRONT (BUCKETS + 2 * BUCKET_COUNT)  // these three of volumes
#define BACK (FRONT + 1)
#define SUM_Z (FRONT + 2)  // two words
#ifdef PAGE_ROWS
#define WORDS (FRONT + 4)
#define COLUMNS 14
#else
#define WORDS FRONT
#define COLUMNS 11
#endif

// The greatest of u64 are more than any image has.
#if LABEL_TYPE == U64
#define LABEL_OF(v) (long)min(v, 0x7ffffffffffffffful)
#else
#define LABEL_OF(v) (v)
#endif

// Integers of 32 bits are no floats: a float would round them.
#define IS_LONG (TYPE == U32 || TYPE == I32)
#if IS_LONG
#define SAMPLE ELEMENT
#else
#define SAMPLE float
#endif

#define HAS_NAN 1u
#define HAS_LOWEST 2u
#define HAS_HIGHEST 4u

__kernel void clear_regions(__global uint *restrict all, const int regions, __global uint *restrict greatest) {
  const int region = get_global_id(0);
  if (region == 0) *greatest = 0;
  if (region >= regions) return;
  __global uint *words = all + (long)region * WORDS;
  for (int i = 0; i < WORDS; ++i)
    words[i] = i == LEFT || i == TOP || i == FRONT ? 0x7fffffffu : i == LEAST ? 0xffffffffu : 0;
}

INLINE void add_64(volatile __global uint *words, const ulong value) {
  const uint low = (uint)value, old = atomic_add(words, low);
  const uint high = (uint)(value >> 32) + (old + low < old ? 1 : 0);
  if (high != 0) atomic_add(words + 1, high);
}

// What a work-item has seen of a region since it last met another.
typedef struct {
  int label, first;  // the first column
  uint least, greatest, odd;
  int bucket;
  long sum;  // in the bucket's unit
} Run;

INLINE uint key_of(const uint bits) { return bits >> 31 != 0 ? ~bits : bits | 0x80000000u; }

INLINE void end_bucket(volatile __global uint *words, Run *run) {
  if (run->sum != 0) add_64(words + BUCKETS + 2 * run->bucket, (ulong)run->sum);
  run->sum = 0;
}

// Adds a run that ends before the column `end`.
INLINE void end_run(volatile __global uint *all, Run *run, const int end, const int row) {
  if (run->label == 0) return;
  volatile __global uint *words = all + (long)(run->label - 1) * WORDS;
  const uint count = end - run->first;
#ifdef PAGE_ROWS
  const int y = row % PAGE_ROWS, z = row / PAGE_ROWS;
  atomic_min((volatile __global int *)words + FRONT, z);
  atomic_max((volatile __global int *)words + BACK, z + 1);
  add_64(words + SUM_Z, (ulong)count * z);
#else
  const int y = row;
#endif
  atomic_add(words + AREA, count);
  atomic_min((volatile __global int *)words + LEFT, run->first);
  atomic_max((volatile __global int *)words + RIGHT, end);
  atomic_min((volatile __global int *)words + TOP, y);
  atomic_max((volatile __global int *)words + BOTTOM, y + 1);
  atomic_min(words + LEAST, run->least);
  atomic_max(words + GREATEST, run->greatest);
  if (run->odd != 0) atomic_or(words + ODD, run->odd);
  add_64(words + SUM_X, (ulong)count * ((ulong)run->first + end - 1) / 2);
  add_64(words + SUM_Y, (ulong)count * y);
  end_bucket(words, run);
}

#if IS_LONG
INLINE void take_sample(volatile __global uint *all, Run *run, const ELEMENT sample) {
  const uint key = TYPE == U32 ? (uint)sample : (uint)sample ^ 0x80000000u;
  run->least = min(run->least, key);
  run->greatest = max(run->greatest, key);
  run->sum += (long)sample;
}
#else
INLINE void take_sample(volatile __global uint *all, Run *run, const float sample) {
  const uint bits = as_uint(sample), fraction = bits & 0x7fffffu, exponent = bits >> 23 & 255u;
  const bool negative = bits >> 31 != 0;
  if (exponent == 255) run->odd |= fraction != 0 ? HAS_NAN : negative ? HAS_LOWEST : HAS_HIGHEST;
  if (exponent == 255 && fraction != 0) return;
  run->least = min(run->least, key_of(bits));
  run->greatest = max(run->greatest, key_of(bits));
  if (exponent == 255) return;
  const int place = max(exponent, 1u), bucket = place / 8;
  const long units = (long)(exponent == 0 ? fraction : fraction | 0x800000u) << place % 8;
  if (bucket != run->bucket) end_bucket(all + (long)(run->label - 1) * WORDS, run);
  run->bucket = bucket;
  run->sum += negative ? -units : units;
}
#endif

__kernel void add_pixels(IMAGE_OF(const ELEMENT_OF(LABEL_TYPE), labels), IMAGE_IN(image), volatile __global uint *all,
                         const int regions, volatile __global uint *greatest) {
  __local uint seen_of_group;  // the greatest label
  if (get_local_id(0) == 0) seen_of_group = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int first = get_global_id(0) * RUN, y = get_global_id(1), end = min(first + RUN, image_width);
  __global const ELEMENT_OF(LABEL_TYPE) *label_row = ROW(labels, y);
  __global const ELEMENT *row = ROW(image, y);
  Run run = {0, 0, 0, 0, 0, 0, 0};
  uint seen = 0;
  for (int x = first; x < end; ++x) {
    const long label = LABEL_OF(label_row[x]);
    const int own = label > 0 && label <= regions ? (int)label : 0;
    if (label > 0) seen = max((uint)min(label, 0xffffffffL), seen);
    if (own != run.label) {
      end_run(all, &run, x, y);
      run.label = own;
      run.first = x;
      run.least = 0xffffffffu;
      run.greatest = 0;
      run.odd = 0;
    }
    if (own != 0) take_sample(all, &run, (SAMPLE)LOAD_ONE(row, x));
  }
  end_run(all, &run, end, y);
  atomic_max(&seen_of_group, seen);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atomic_max(greatest, seen_of_group);
}

#ifdef cl_khr_fp64
#if TYPE == U32
INLINE double sample_of(const uint key) { return key; }
#elif TYPE == I32
INLINE double sample_of(const uint key) { return (int)(key ^ 0x80000000u); }
#else
INLINE double sample_of(const uint key) { return as_float(key >> 31 != 0 ? key & 0x7fffffffu : ~key); }
#endif
INLINE double number_of(__global const uint *words) { return (double)(long)((ulong)words[1] << 32 | words[0]); }

#if IS_LONG
INLINE double sum_of(__global const uint *words) {
  const ulong sum = (ulong)words[BUCKETS + 1] << 32 | words[BUCKETS];
  return TYPE == U32 ? (double)sum : (double)(long)sum;
}
#else
INLINE double sum_of(__global const uint *words) {
  if ((words[ODD] & HAS_NAN) != 0 || (words[ODD] & (HAS_LOWEST | HAS_HIGHEST)) == (HAS_LOWEST | HAS_HIGHEST)) return NAN;
  if ((words[ODD] & HAS_LOWEST) != 0) return -INFINITY;
  if ((words[ODD] & HAS_HIGHEST) != 0) return INFINITY;
  double sum = 0;
  for (int i = BUCKET_COUNT - 1; i >= 0; --i) sum += ldexp(number_of(words + BUCKETS + 2 * i), 8 * i - 150);
  return sum;
}
#endif

__kernel void write_table(__global const uint *restrict all, const int regions, __global const uint *restrict greatest,
                          __global double *restrict table) {
  const uint region = get_global_id(0);
  if (region >= min(*greatest, (uint)regions)) return;
  __global const uint *words = all + (long)region * WORDS;
  __global double *row = table + (long)region * COLUMNS;
  const double area = words[AREA];
  const bool none = words[AREA] == 0, is_nan = none || (words[ODD] & HAS_NAN) != 0;
  row[0] = region + 1;
  row[1] = area;
  row[2] = none ? 0 : words[LEFT];
  row[3] = none ? 0 : words[TOP];
  row[4] = none ? 0 : words[RIGHT] - words[LEFT];
  row[5] = none ? 0 : words[BOTTOM] - words[TOP];
  row[6] = none ? NAN : number_of(words + SUM_X) / area;
  row[7] = none ? NAN : number_of(words + SUM_Y) / area;
  row[8] = none ? NAN : sum_of(words) / area;
  row[9] = is_nan ? NAN : sample_of(words[LEAST]);
  row[10] = is_nan ? NAN : sample_of(words[GREATEST]);
#ifdef PAGE_ROWS
  row[11] = none ? 0 : words[FRONT];
  row[12] = none ? 0 : words[BACK] - words[FRONT];
  row[13] = none ? NAN : number_of(words + SUM_Z) / area;
#endif
}
#endif
