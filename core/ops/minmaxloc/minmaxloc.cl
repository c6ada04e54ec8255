// Finds the least and the greatest sample of each channel, and where each comes first in the order of rows. A group
// looks for values in rows of its own, some at a time, and remembers the first of those with the best value so far. Where
// behind that row's beginning it stands, is looked up once, at the end: by a second launch, or, where groups are single
// work-items, by the last that ends, because on a CPU two launches lie 3 us apart, longer than a small image takes.

#ifndef MASKED
#define MASKED 0     // 1: only where the mask is not 0
#define UNROLL 1     // vectors of each channel in a round
#endif
#define NO_ROW 0x7fffffff

#if TYPE == U8
#define HIGHEST 0xff
#define LOWEST 0
#elif TYPE == I8
#define HIGHEST 0x7f
#define LOWEST (-0x80)
#elif TYPE == U16
#define HIGHEST 0xffff
#define LOWEST 0
#elif TYPE == I16
#define HIGHEST 0x7fff
#define LOWEST (-0x8000)
#elif TYPE == U32
#define HIGHEST UINT_MAX
#define LOWEST 0
#elif TYPE == I32
#define HIGHEST INT_MAX
#define LOWEST INT_MIN
#elif TYPE == U64
#define HIGHEST ULONG_MAX
#define LOWEST 0
#elif TYPE == I64
#define HIGHEST LONG_MAX
#define LOWEST LONG_MIN
#else
#define HIGHEST INFINITY
#define LOWEST (-INFINITY)
#endif

// NaN is passed over.
#if TYPE < F16
#define LESSER_OF(best, v) min(best, v)
#define GREATER_OF(best, v) max(best, v)
#elif VEC == 1
#define LESSER_OF(best, v) ((v) < (best) ? (v) : (best))
#define GREATER_OF(best, v) ((v) > (best) ? (v) : (best))
#else
#define LESSER_OF(best, v) select(best, v, (v) < (best))
#define GREATER_OF(best, v) select(best, v, (v) > (best))
#endif

#if TYPE == F16
#define VALUES_AT(p, aligned) HALVES(p)
#else
#define VALUES_AT(p, aligned) load_bits(p, aligned)
#endif
// A core's vectors have 64 bytes, OpenCL's names end at 16. SPIR-V has no longer ones.
#if LOOSE && !MASKED && CHANNELS == 1 && TYPE <= I16 && defined(__has_attribute) && !defined(__SPIR__) && \
    !defined(__SPIR64__) && !defined(__SPIRV64__)
#if __has_attribute(ext_vector_type)
#define LONG (TYPE <= I8 ? 64 : 32)  // samples of a vector
#endif
#endif
#ifdef LONG
typedef VALUE VALUES __attribute__((ext_vector_type(LONG)));
typedef VALUES LOOSE_VALUES __attribute__((aligned(sizeof(VALUE))));
#define LANES LONG
#define VECTORS 2
#define LOAD_VALUES(p, aligned) (*(__global const LOOSE_VALUES *)(p))
#define LEAST_OF(best, v) ((v) < (best) ? (v) : (best))
#define MOST_OF(best, v) ((v) > (best) ? (v) : (best))
#define KEEP_VALUES(v, samples) (*(LOOSE_VALUES *)(samples) = (v))
#else
typedef VECTOR(VALUE) VALUES;
#define LANES VEC
#define VECTORS (CHANNELS * UNROLL)
#define LOAD_VALUES(p, aligned) VALUES_AT(p, aligned)
#define LEAST_OF(best, v) LESSER_OF(best, v)
#define MOST_OF(best, v) GREATER_OF(best, v)
#define KEEP_VALUES(v, samples) KEEP(v, samples)
#endif

#define MASK_ARGUMENT , IMAGE_OF(const uchar, mask)
#if MASKED
#define IS_SEEN(x, y) (ROW(mask, y)[x] != 0)
#else
#define IS_SEEN(x, y) 1
#endif

// A value, and the first row that has it; NO_ROW where nothing is better than what a search begins with.
typedef struct {
  VALUE value;
  int row;
} Found;

INLINE Found first_of(const Found a, const Found b, const bool greatest) {
  const bool is_better = greatest ? b.value > a.value : b.value < a.value;
  const bool is_second = is_better || (b.value == a.value && b.row < a.row);
  const Found first = {is_second ? b.value : a.value, is_second ? b.row : a.row};  // Oclgrind takes no struct's padding
  return first;
}

#if GROUP == 1
#define MEET()
#else
#define MEET() barrier(CLK_LOCAL_MEM_FENCE)
#endif

// Returns the best of a group's items, to all of them.
INLINE Found best_of_group(const Found own, __local VALUE *values, __local int *rows, const bool greatest) {
  const int id = get_local_id(0);
  values[id] = own.value;
  rows[id] = own.row;
  for (int left = GROUP / 2; left > 0; left /= 2) {
    MEET();
    if (id >= left) continue;
    const Found a = {values[id], rows[id]}, b = {values[id + left], rows[id + left]};
    const Found best = first_of(a, b, greatest);
    values[id] = best.value;
    rows[id] = best.row;
  }
  MEET();
  const Found best = {values[0], rows[0]};
  MEET();
  return best;
}

// The least and the greatest sample of each channel that this work-item sees in the rows from `first` to before `last`.
INLINE void see_rows(IMAGE_IN(image) MASK_ARGUMENT, const int first, const int last, VALUE *lowest, VALUE *highest) {
  const int id = get_local_id(0), round = LANES * VECTORS / CHANNELS;
  const int rounded = MASKED ? 0 : image_width / round * round;
  const bool aligned = IS_ALIGNED(image);
  VALUES least[VECTORS], greatest[VECTORS];
  VALUE low[VECTORS * LANES], high[VECTORS * LANES];  // lane by lane; the first CHANNELS hold what is found
  for (int k = 0; k < VECTORS; ++k) {
    least[k] = (VALUES)(VALUE)HIGHEST;
    greatest[k] = (VALUES)(VALUE)LOWEST;
  }
  for (int c = 0; c < CHANNELS; ++c) {
    lowest[c] = HIGHEST;
    highest[c] = LOWEST;
  }
  for (int y = first; y < last; ++y) {
    __global const ELEMENT *row = ROW(image, y);
    for (int x = id * round; x < rounded; x += GROUP * round)
#pragma unroll
      for (int k = 0; k < VECTORS; ++k) {
        const VALUES v = LOAD_VALUES(row + (long)x * CHANNELS + k * LANES, aligned);
        least[k] = LEAST_OF(least[k], v);
        greatest[k] = MOST_OF(greatest[k], v);
      }
    for (int x = rounded + id; x < image_width; x += GROUP)
      for (int c = 0; c < CHANNELS; ++c) {
        const VALUE v = LOAD_ONE(row, (long)x * CHANNELS + c);
        lowest[c] = v < lowest[c] && IS_SEEN(x, y) ? v : lowest[c];
        highest[c] = v > highest[c] && IS_SEEN(x, y) ? v : highest[c];
      }
  }
  for (int k = 0; k < VECTORS; ++k) {
    KEEP_VALUES(least[k], low + k * LANES);
    KEEP_VALUES(greatest[k], high + k * LANES);
  }
  for (int i = CHANNELS; i < VECTORS * LANES; ++i) {
    low[i % CHANNELS] = low[i] < low[i % CHANNELS] ? low[i] : low[i % CHANNELS];
    high[i % CHANNELS] = high[i] > high[i % CHANNELS] ? high[i] : high[i % CHANNELS];
  }
  for (int c = 0; c < CHANNELS; ++c) {
    lowest[c] = lowest[c] < low[c] ? lowest[c] : low[c];
    highest[c] = highest[c] > high[c] ? highest[c] : high[c];
  }
}

#define IMAGE_AND_MASK \
  image, image_offset, image_stride, image_width, image_height, mask, mask_offset, mask_stride, mask_width, mask_height

// What a work-item finds in its group's rows.
INLINE void find(IMAGE_IN(image) MASK_ARGUMENT, const int together, Found *found) {
  const int share = DIVIDE_UP(image_height, (int)get_num_groups(0));
  const int top = min((int)get_group_id(0) * share, image_height), end = min(top + share, image_height);
  for (int c = 0; c < CHANNELS; ++c) {
    found[2 * c].value = HIGHEST;
    found[2 * c + 1].value = LOWEST;
    found[2 * c].row = found[2 * c + 1].row = NO_ROW;
  }
  for (int first = top; first < end; first += together) {
    VALUE low[CHANNELS], high[CHANNELS];
    see_rows(IMAGE_AND_MASK, first, min(first + together, end), low, high);
    for (int c = 0; c < CHANNELS; ++c) {
      const Found least = {low[c], first}, greatest = {high[c], first};
      if (least.value < found[2 * c].value) found[2 * c] = least;
      if (greatest.value > found[2 * c + 1].value) found[2 * c + 1] = greatest;
    }
  }
}

// Each group has neighbouring rows, of which each work-item looks at `together` before it compares. `values` and `rows`
// have the least and the greatest of each channel and group.
__kernel void find_rows(IMAGE_IN(image) MASK_ARGUMENT, const int together, __global VALUE *restrict values,
                        __global int *restrict rows) {
  __local VALUE values_of_items[GROUP];
  __local int rows_of_items[GROUP];
  Found found[2 * CHANNELS];
  find(IMAGE_AND_MASK, together, found);
  for (int i = 0; i < 2 * CHANNELS; ++i) {
    const Found best = best_of_group(found[i], values_of_items, rows_of_items, i % 2 == 1);
    if (get_local_id(0) > 0) continue;
    values[(int)get_group_id(0) * 2 * CHANNELS + i] = best.value;
    rows[(int)get_group_id(0) * 2 * CHANNELS + i] = best.row;
  }
}

#ifdef cl_khr_fp64
// Looks up where the best of all rows stands. Where no row is better than what a search begins with, any row may hold
// just that: 255 may be the least byte.
INLINE void write_place(IMAGE_IN(image) MASK_ARGUMENT, const Found found, const int which, const int together,
                        __local int *column, __global double *restrict table) {
  const int channel = which / 2, id = get_local_id(0);
  const bool is_known = found.row != NO_ROW;
  if (id == 0) *column = NO_ROW;
  MEET();
  int y = is_known ? found.row : 0;
  for (; y < (is_known ? min(found.row + together, image_height) : image_height); ++y) {
#if GROUP == 1
    if (is_known) {  // most rows are passed over by vectors
      VALUE low[CHANNELS], high[CHANNELS];
      see_rows(IMAGE_AND_MASK, y, y + 1, low, high);
      if ((which % 2 == 1 ? high[channel] : low[channel]) != found.value) continue;
    }
#endif
    for (int x = id; x < image_width; x += GROUP)
      if ((VALUE)LOAD_ONE(ROW(image, y), (long)x * CHANNELS + channel) == found.value && IS_SEEN(x, y)) {
        atomic_min(column, x);
        break;
      }
    MEET();
    const bool is_found = *column != NO_ROW;
    MEET();  // all have read it before one finds something in the next row
    if (is_found) break;
  }
  if (id > 0) return;
  __global double *line = table + channel * 6;
  const bool is_there = *column != NO_ROW;
  line[which % 2] = is_there ? (double)LOAD_ONE(ROW(image, y), (long)*column * CHANNELS + channel) : NAN;
  line[2 + 2 * (which % 2)] = is_there ? *column : -1;
  line[3 + 2 * (which % 2)] = is_there ? y : -1;
}

#define NOTHING(greatest) {(greatest) ? (VALUE)LOWEST : (VALUE)HIGHEST, NO_ROW}

// Each group has one extreme of one channel.
__kernel void write_places(IMAGE_IN(image) MASK_ARGUMENT, __global const VALUE *restrict values,
                           __global const int *restrict rows, const int together, const int parts,
                           __global double *restrict table) {
  __local VALUE values_of_items[GROUP];
  __local int rows_of_items[GROUP], column;
  const int which = get_group_id(0);
  const bool greatest = which % 2 == 1;
  Found found = NOTHING(greatest);
  for (int i = get_local_id(0); i < parts; i += GROUP) {
    const Found part = {values[i * 2 * CHANNELS + which], rows[i * 2 * CHANNELS + which]};
    found = first_of(found, part, greatest);
  }
  found = best_of_group(found, values_of_items, rows_of_items, greatest);
  write_place(IMAGE_AND_MASK, found, which, together, &column, table);
}

#if GROUP == 1
// A part as words, since OpenCL C 1.2 has no fence between groups but what is atomic.
#define VALUE_WORDS ((int)DIVIDE_UP(sizeof(VALUE), sizeof(int)))
#define PART_WORDS (VALUE_WORDS + 1)
typedef union {
  VALUE value;
  int words[VALUE_WORDS];
} Words;

// Returns a number that is known only when all is stored.
INLINE int put_part(volatile __global int *part, const Found found) {
  Words words = {0};
  words.value = found.value;
  int answers = atomic_xchg(part, found.row);
  for (int i = 0; i < VALUE_WORDS; ++i) answers |= atomic_xchg(part + 1 + i, words.words[i]);
  return answers;
}

INLINE Found take_part(volatile __global int *part) {
  Words words = {0};
  for (int i = 0; i < VALUE_WORDS; ++i) words.words[i] = atomic_or(part + 1 + i, 0);
  const Found found = {words.value, atomic_or(part, 0)};
  return found;
}

// All in one launch. `parts` has what each group has found, and behind it the number of groups that have ended, which
// the last leaves at 0 for the next launch.
__kernel void find_places(IMAGE_IN(image) MASK_ARGUMENT, const int together, volatile __global int *parts,
                          __global double *restrict table) {
  const int groups = get_num_groups(0);
  volatile __global int *ended = parts + groups * 2 * CHANNELS * PART_WORDS;
  __local int column;
  Found found[2 * CHANNELS];
  find(IMAGE_AND_MASK, together, found);
  if (groups > 1) {
    int answers = 0;
    for (int i = 0; i < 2 * CHANNELS; ++i)
      answers |= put_part(parts + ((int)get_group_id(0) * 2 * CHANNELS + i) * PART_WORDS, found[i]);
    column = 0;
    atomic_or(&column, answers);
    if (atomic_inc(ended) != groups - 1) return;
    atomic_xchg(ended, 0);
    for (int i = 0; i < groups * 2 * CHANNELS; ++i)
      found[i % (2 * CHANNELS)] = first_of(found[i % (2 * CHANNELS)], take_part(parts + i * PART_WORDS), i % 2 == 1);
  }
  for (int i = 0; i < 2 * CHANNELS; ++i) write_place(IMAGE_AND_MASK, found[i], i, together, &column, table);
}
#endif
#endif
