// Contrast that is limited and adapts to the place, as OpenCV's CLAHE: levels are counted in tiles, each tile's counts
// become a table of levels, and pixels are looked up in the tables of the four tiles around them.

#ifndef LEVELS
#define LEVELS 256
#define SEEN CHANNELS  // channels that change; the others come last and stay
#define COPIES 1       // of a tile's counts in local memory
#define PARTS 1        // groups that count a tile
#endif

// A work-item has the counts of a tile to itself, in memory that it clears. Others are cleared before.
#define ALONE (LEVELS > 256 && GROUP == 1 && PARTS == 1)

#if LEVELS == 256
#define LEVEL uchar
#else
#define LEVEL ushort
#endif

#define NEAREST(v) (as_uint((v) + 8388608.0f) & 0x7fffff)  // half to even

// Of floats, levels are 65536 from 0 to 1.
#if TYPE == F16 || TYPE == F32
#define LEVEL_AT(p, i) NEAREST(fmin(fmax((float)LOAD_ONE(p, i), 0.0f), 1.0f) * (LEVELS - 1.0f))
#define IS_NAN(p, i) isnan((float)LOAD_ONE(p, i))
#define STORE_LEVEL(v, from, p, i) STORE_ONE(IS_NAN(from, i) ? NAN : (v) / (LEVELS - 1.0f), p, i)
#else
#define LEVEL_AT(p, i) (p)[i]
#define IS_NAN(p, i) false
#define STORE_LEVEL(v, from, p, i) ((p)[i] = (ELEMENT)(v))
#endif

// Where tiles do not divide the image, those at its end see it mirrored.
INLINE int mirrored(const int i, const int n) {
  if (i < n) return i;
  const int period = max(2 * n - 2, 1), place = i % period;
  return min(place, period - place);
}

__kernel void clear(__global uint *restrict counts, const int size) {
  for (int i = get_global_id(0); i < size; i += get_global_size(0)) counts[i] = 0;
}

// The counts of a tile's channel c are at (c * tiles + tile) * LEVELS.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void count_tiles(IMAGE_IN(image), __global uint *restrict counts, const int tiles_x, const int tiles, const int width,
                 const int height) {
  const int tile = get_group_id(0), item = get_local_id(0), part = get_group_id(1);
  const int left = tile % tiles_x * width, top = tile / tiles_x * height;
  const int first = (long)height * part / PARTS, end = (long)height * (part + 1) / PARTS;
#if LEVELS == 256
  __local uint own[LEVELS * SEEN * COPIES];
  for (int i = item; i < LEVELS * SEEN * COPIES; i += GROUP) own[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if ALONE
  for (int c = 0; c < SEEN; ++c)
    for (int i = 0; i < LEVELS; ++i) counts[((long)c * tiles + tile) * LEVELS + i] = 0;
#endif
  for (int y = first; y < end; ++y) {
    __global const ELEMENT *row = ROW(image, mirrored(top + y, image_height));
    for (int x = item; x < width; x += GROUP) {
      __global const ELEMENT *pixel = row + (long)mirrored(left + x, image_width) * CHANNELS;
      for (int c = 0; c < SEEN; ++c) {
        if (IS_NAN(pixel, c)) continue;
        const uint level = LEVEL_AT(pixel, c);
#if LEVELS == 256 && GROUP == 1
        ++own[((x % COPIES) * SEEN + c) * LEVELS + level];
#elif LEVELS == 256
        atomic_inc(&own[c * LEVELS + level]);
#elif ALONE
        ++counts[((long)c * tiles + tile) * LEVELS + level];
#else
        atomic_inc(&counts[((long)c * tiles + tile) * LEVELS + level]);
#endif
      }
    }
  }
#if LEVELS == 256
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = item; i < LEVELS * SEEN; i += GROUP) {
    uint sum = 0;
    for (int copy = 0; copy < COPIES; ++copy) sum += own[copy * LEVELS * SEEN + i];
    atomic_add(&counts[((long)(i / LEVELS) * tiles + tile) * LEVELS + i % LEVELS], sum);
  }
#endif
}

GROUP_BEFORE(sum_before, uint)

// What is cut off, and NaN, goes to all levels alike; of the rest, every `step`-th level gets one, up to the level `last`. `next`
// is the next of these.
typedef struct {
  uint limit, batch;
  int step, last, next;
} Shares;

INLINE Shares shares_of(const uint shared, const uint limit, const int first) {
  const int rest = shared % LEVELS, step = rest > 0 ? LEVELS / rest : 1;
  const Shares shares = {limit, shared / LEVELS, step, rest * step - 1, DIVIDE_UP(first, step) * step};
  return shares;
}

INLINE uint shared_count(const uint count, const int i, Shares *shares) {
  const bool gets_one = i == shares->next && i <= shares->last;
  if (i == shares->next) shares->next += shares->step;
  return min(count, shares->limit) + shares->batch + (gets_one ? 1 : 0);
}

// Makes the table of a tile's channel. A tile has so many `pixels`. Each work-item has neighbouring levels.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void make_tables(__global const uint *restrict counts, __global LEVEL *restrict tables, const uint pixels,
                 const uint limit, const float scale) {
  __local uint sums[GROUP];
  const int first = get_local_id(0) * (LEVELS / GROUP), end = first + LEVELS / GROUP;
  __global const uint *of_tile = counts + (long)get_group_id(0) * LEVELS;
  __global LEVEL *table = tables + (long)get_group_id(0) * LEVELS;
  uint kept = 0;
  for (int i = first; i < end; ++i) kept += min(of_tile[i], limit);
  sum_before(kept, sums);
  const Shares begun = shares_of(pixels - sums[GROUP - 1], limit, first);
  Shares shares = begun;
  uint own = 0;
#if GROUP > 1
  for (int i = first; i < end; ++i) own += shared_count(of_tile[i], i, &shares);
#endif
  uint sum = sum_before(own, sums);
  shares = begun;
  for (int i = first; i < end; ++i) {
    sum += shared_count(of_tile[i], i, &shares);
    table[i] = (LEVEL)NEAREST(fmin((float)sum * scale, LEVELS - 1.0f));
  }
}

#ifndef PIXELS
#define PIXELS 1  // of a work-item, side by side
#endif

// Both images are the region, which begins at `left`, `top`. A pixel's place among the tiles counts from their centres.
__kernel void look_up(IMAGE_IN(image), IMAGE_OUT(out), __global const LEVEL *restrict tables, const int tiles_x,
                      const int tiles_y, const float per_width, const float per_height, const int left, const int top) {
  const int first = get_global_id(0) * PIXELS, y = get_global_id(1);
  const float down = (top + y) * per_height - 0.5f, above = floor(down);
  const float below_part = down - above, above_part = 1.0f - below_part;
  const long upper = max((int)above, 0) * tiles_x, lower = min((int)above + 1, tiles_y - 1) * tiles_x;
  __global const ELEMENT *row = ROW(image, y);
  __global ELEMENT *to = ROW(out, y);
  for (int x = first; x < min(first + PIXELS, out_width); ++x) {
    const float across = (left + x) * per_width - 0.5f, before = floor(across);
    const float after_part = across - before, before_part = 1.0f - after_part;
    const int before_tile = max((int)before, 0), after_tile = min((int)before + 1, tiles_x - 1);
    for (int c = 0; c < SEEN; ++c) {
      const int sample = x * CHANNELS + c;
      __global const LEVEL *channel = tables + (long)c * tiles_x * tiles_y * LEVELS + LEVEL_AT(row, sample);
      const float a = channel[(upper + before_tile) * LEVELS], b = channel[(upper + after_tile) * LEVELS];
      const float d = channel[(lower + before_tile) * LEVELS], e = channel[(lower + after_tile) * LEVELS];
      const float v = (a * before_part + b * after_part) * above_part + (d * before_part + e * after_part) * below_part;
      STORE_LEVEL(NEAREST(fmin(fmax(v, 0.0f), LEVELS - 1.0f)), row, to, sample);
    }
    for (int c = SEEN; c < CHANNELS; ++c)
      ((__global BITS *)to)[x * CHANNELS + c] = ((__global const BITS *)row)[x * CHANNELS + c];
  }
}
