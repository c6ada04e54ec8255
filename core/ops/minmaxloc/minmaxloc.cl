// Finds the least and the greatest sample of each channel, and where each comes first in the order of rows. A group
// looks for values in rows of its own, some at a time, and remembers the first of those with the best value so far. Where
// behind that row's beginning it stands, is looked up once, at the end.

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
#define VALUES_AT(p, aligned) LOAD_HALF(p, 0)
#else
#define VALUES_AT(p, aligned) load_bits(p, aligned)
#endif
// A core's vectors have 64 bytes, OpenCL's names end at 16. SPIR-V has no longer ones.
#if LOOSE && !MASKED && CHANNELS == 1 && TYPE <= I8 && defined(__has_attribute) && !defined(__SPIR__) && \
    !defined(__SPIR64__) && !defined(__SPIRV64__)
#if __has_attribute(ext_vector_type)
#define BYTES 64
#endif
#endif
#ifdef BYTES
typedef VALUE VALUES __attribute__((ext_vector_type(BYTES)));
typedef VALUES LOOSE_VALUES __attribute__((aligned(1)));
#define LANES BYTES
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

// Returns the best of a group's items, to all of them.
INLINE Found best_of_group(const Found own, __local VALUE *values, __local int *rows, const bool greatest) {
  const int id = get_local_id(0);
  values[id] = own.value;
  rows[id] = own.row;
  for (int left = GROUP / 2; left > 0; left /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id >= left) continue;
    const Found a = {values[id], rows[id]}, b = {values[id + left], rows[id + left]};
    const Found best = first_of(a, b, greatest);
    values[id] = best.value;
    rows[id] = best.row;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const Found best = {values[0], rows[0]};
  barrier(CLK_LOCAL_MEM_FENCE);
  return best;
}

// Each group has neighbouring rows, of which each work-item looks at `together` before it compares. `values` and `rows`
// have the least and the greatest of each channel and group.
__kernel void find_rows(IMAGE_IN(image) MASK_ARGUMENT, const int together, __global VALUE *restrict values,
                        __global int *restrict rows) {
  __local VALUE values_of_items[GROUP];
  __local int rows_of_items[GROUP];
  const int share = DIVIDE_UP(image_height, (int)get_num_groups(0)), top = min((int)get_group_id(0) * share, image_height);
  const int end = min(top + share, image_height), id = get_local_id(0);
  const int round = LANES * VECTORS / CHANNELS, rounded = MASKED ? 0 : image_width / round * round;
  const bool aligned = IS_ALIGNED(image);
  Found found[2 * CHANNELS];
  for (int c = 0; c < CHANNELS; ++c) {
    found[2 * c].value = HIGHEST;
    found[2 * c + 1].value = LOWEST;
    found[2 * c].row = found[2 * c + 1].row = NO_ROW;
  }
  for (int first = top; first < end; first += together) {
    VALUES least[VECTORS], greatest[VECTORS];
    VALUE low[VECTORS * LANES], high[VECTORS * LANES];  // lane by lane; the first CHANNELS hold what is found
    VALUE low_rest[CHANNELS], high_rest[CHANNELS];
    for (int k = 0; k < VECTORS; ++k) {
      least[k] = (VALUES)(VALUE)HIGHEST;
      greatest[k] = (VALUES)(VALUE)LOWEST;
    }
    for (int c = 0; c < CHANNELS; ++c) {
      low_rest[c] = HIGHEST;
      high_rest[c] = LOWEST;
    }
    for (int y = first; y < min(first + together, end); ++y) {
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
          low_rest[c] = v < low_rest[c] && IS_SEEN(x, y) ? v : low_rest[c];
          high_rest[c] = v > high_rest[c] && IS_SEEN(x, y) ? v : high_rest[c];
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
      const Found least_here = {low_rest[c] < low[c] ? low_rest[c] : low[c], first};
      const Found greatest_here = {high_rest[c] > high[c] ? high_rest[c] : high[c], first};
      if (least_here.value < found[2 * c].value) found[2 * c] = least_here;
      if (greatest_here.value > found[2 * c + 1].value) found[2 * c + 1] = greatest_here;
    }
  }
  for (int i = 0; i < 2 * CHANNELS; ++i) {
    const Found best = best_of_group(found[i], values_of_items, rows_of_items, i % 2 == 1);
    if (id > 0) continue;
    values[(int)get_group_id(0) * 2 * CHANNELS + i] = best.value;
    rows[(int)get_group_id(0) * 2 * CHANNELS + i] = best.row;
  }
}

#ifdef cl_khr_fp64
// Each group has one extreme of one channel. Where no row is better than what a search begins with, any row may hold
// just that: 255 may be the least byte.
__kernel void write_places(IMAGE_IN(image) MASK_ARGUMENT, __global const VALUE *restrict values,
                           __global const int *restrict rows, const int together, const int parts,
                           __global double *restrict table) {
  __local VALUE values_of_items[GROUP];
  __local int rows_of_items[GROUP], column;
  const int which = get_group_id(0), channel = which / 2, id = get_local_id(0);
  const bool greatest = which % 2 == 1;
  Found found = {greatest ? (VALUE)LOWEST : (VALUE)HIGHEST, NO_ROW};
  for (int i = id; i < parts; i += GROUP) {
    const Found part = {values[i * 2 * CHANNELS + which], rows[i * 2 * CHANNELS + which]};
    found = first_of(found, part, greatest);
  }
  found = best_of_group(found, values_of_items, rows_of_items, greatest);
  const bool is_known = found.row != NO_ROW;
  if (id == 0) column = NO_ROW;
  barrier(CLK_LOCAL_MEM_FENCE);
  int y = is_known ? found.row : 0;
  for (; y < (is_known ? min(found.row + together, image_height) : image_height); ++y) {
    for (int x = id; x < image_width; x += GROUP)
      if ((VALUE)LOAD_ONE(ROW(image, y), (long)x * CHANNELS + channel) == found.value && IS_SEEN(x, y)) {
        atomic_min(&column, x);
        break;
      }
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool is_found = column != NO_ROW;
    barrier(CLK_LOCAL_MEM_FENCE);  // all have read it before one finds something in the next row
    if (is_found) break;
  }
  if (id > 0) return;
  __global double *line = table + channel * 6;
  const bool is_there = column != NO_ROW;
  line[which % 2] = is_there ? (double)LOAD_ONE(ROW(image, y), (long)column * CHANNELS + channel) : NAN;
  line[2 + 2 * (which % 2)] = is_there ? column : -1;
  line[3 + 2 * (which % 2)] = is_there ? y : -1;
}
#endif
