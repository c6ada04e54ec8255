// Contrast that is limited and adapts to the place, as OpenCV's CLAHE: levels are counted in tiles, each tile's counts
// become a table of levels, and pixels are looked up in the tables of the four tiles around them.

#ifndef LEVELS
#define LEVELS 256
#define SEEN CHANNELS  // channels that change; the others come last and stay
#define COPIES 1       // of a tile's counts in local memory
#define PARTS 1        // groups that count a tile
#define JOINED 0       // 1: what four tiles make of a level is one word
#define PIXELS 1       // of a work-item, side by side
#endif

// A work-item counts a tile by itself, in local memory, and makes its tables at once.
#define ALONE (GROUP == 1 && PARTS == 1)

// Four levels are a WORD.
#if LEVELS == 256
#define LEVEL uchar
#define WORD uint
#define LEVEL_BITS 8
#else
#define LEVEL ushort
#define WORD ulong
#define LEVEL_BITS 16
#endif
#if ALONE
#define COUNTS __local const uint
#else
#define COUNTS __global const uint
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

// Which of n tiles is before a place between the centres of tiles, or after it. The first place is before all centres.
INLINE int tile_beside(const int place, const int is_after, const int n) {
  return clamp(place - 1 + is_after, 0, n - 1);
}

// What the tables of tiles have to be told.
typedef struct {
  uint pixels, limit;  // a tile's pixels, and the most that a count may be
  float scale;         // of a sum of counts
  int x, y;            // tiles across and down
} Tiles;

#if GROUP == 1  // without barriers, which PoCL 3.1 fails to compile in loops
#define SUMS __private uint
INLINE uint sum_before(const uint value, SUMS *sums) {
  sums[0] = value;
  return 0;
}
#else
#define SUMS __local uint
GROUP_BEFORE(sum_before, uint)
#endif

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

// Puts a work-item's levels of a tile's table, the first of them `first`, into a channel's words of the places around
// the tile's centre.
INLINE void join_levels(const LEVEL *made, __global LEVEL *words, const int tile, const int first, const Tiles tiles) {
  const int tile_x = tile % tiles.x, tile_y = tile / tiles.x;
  for (int i = 0; i < 16; ++i) {
    const int corner = i % 4, x = tile_x + i / 4 % 2, y = tile_y + i / 8;
    if (tile_beside(x, corner % 2, tiles.x) != tile_x || tile_beside(y, corner / 2, tiles.y) != tile_y) continue;
    __global LEVEL *to = words + (((long)y * (tiles.x + 1) + x) * LEVELS + first) * 4 + corner;
    for (int level = 0; level < LEVELS / GROUP; ++level) to[level * 4] = made[level];
  }
}

#define SUMMED (LEVELS / GROUP < 64 ? LEVELS / GROUP : 64)  // levels at a time

// Makes the table of a channel of a tile from its counts. Each work-item has neighbouring levels.
INLINE void make_table(COUNTS *counts, __global LEVEL *tables, const int channel, const int tile, const Tiles tiles,
                       SUMS *sums) {
  const int first = get_local_id(0) * (LEVELS / GROUP), end = first + LEVELS / GROUP;
#if JOINED
  LEVEL table[LEVELS / GROUP];
#else
  __global LEVEL *table = tables + ((long)channel * tiles.x * tiles.y + tile) * LEVELS + first;
#endif
  uint kept = 0;
  for (int i = first; i < end; ++i) kept += min(counts[i], tiles.limit);
  sum_before(kept, sums);
  const Shares begun = shares_of(tiles.pixels - sums[GROUP - 1], tiles.limit, first);
  Shares shares = begun;
  uint own = 0;
#if GROUP > 1
  for (int i = first; i < end; ++i) own += shared_count(counts[i], i, &shares);
#endif
  uint sum = sum_before(own, sums);
  shares = begun;
  for (int i = first; i < end; i += SUMMED) {
    uint sums_to[SUMMED];  // apart from the levels, which vectors make
    for (int k = 0; k < SUMMED; ++k) sums_to[k] = sum += shared_count(counts[i + k], i + k, &shares);
    for (int k = 0; k < SUMMED; ++k)
      table[i - first + k] = (LEVEL)NEAREST(fmin((float)sums_to[k] * tiles.scale, LEVELS - 1.0f));
  }
#if JOINED
  join_levels(table, tables + (long)channel * (tiles.x + 1) * (tiles.y + 1) * LEVELS * 4, tile, first, tiles);
#endif
}

__kernel void clear(__global uint *restrict counts, const int size) {
  for (int i = get_global_id(0); i < size; i += get_global_size(0)) counts[i] = 0;
}

#if ALONE
// Counts a channel's levels of a tile's row. Neighbours, which often are alike, are counted in copies.
INLINE void count_row(__global const ELEMENT *row, const int image_width, const int left, const int width, const int c,
                      __local uint *counts) {
  const int inside = min(width, image_width - left);
  int x = 0;
  for (; x + COPIES <= inside; x += COPIES) {
#pragma unroll
    for (int copy = 0; copy < COPIES; ++copy) {
      const long sample = (long)(left + x + copy) * CHANNELS + c;
      if (!IS_NAN(row, sample)) ++counts[copy * LEVELS + LEVEL_AT(row, sample)];
    }
  }
  for (; x < width; ++x) {
    const long sample = (long)mirrored(left + x, image_width) * CHANNELS + c;
    if (!IS_NAN(row, sample)) ++counts[LEVEL_AT(row, sample)];
  }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void tables_of_tile(IMAGE_IN(image), __global LEVEL *restrict tables, const int tiles_x, const int tiles_y,
                    const int width, const int height, const uint limit, const float scale) {
  __local uint counts[LEVELS * COPIES];
  SUMS sums[GROUP];
  const int tile = get_group_id(0), left = tile % tiles_x * width, top = tile / tiles_x * height;
  const Tiles tiles = {(uint)width * (uint)height, limit, scale, tiles_x, tiles_y};
  for (int c = 0; c < SEEN; ++c) {
    for (int i = 0; i < LEVELS * COPIES; ++i) counts[i] = 0;
    for (int y = 0; y < height; ++y)
      count_row(ROW(image, mirrored(top + y, image_height)), image_width, left, width, c, counts);
    for (int i = 0; COPIES > 1 && i < LEVELS; ++i)
      for (int copy = 1; copy < COPIES; ++copy) counts[i] += counts[copy * LEVELS + i];
    make_table(counts, tables, c, tile, tiles, sums);
  }
}
#else
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

// A group makes the table of a tile's channel.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void make_tables(__global const uint *restrict counts, __global LEVEL *restrict tables, const int tiles_x,
                 const int tiles_y, const uint pixels, const uint limit, const float scale) {
  SUMS sums[GROUP];
  const Tiles all = {pixels, limit, scale, tiles_x, tiles_y};
  const int id = get_group_id(0), tiles = tiles_x * tiles_y;
  make_table(counts + (long)id * LEVELS, tables, id / tiles, id % tiles, all, sums);
}
#endif

// Pixels whose words are loaded one by one before they are weighted by vectors.
#define BATCH (PIXELS < 64 ? PIXELS : 64)

// Both images are the region, which begins at `left`, `top`. A pixel's place among the tiles counts from their centres.
INLINE float place_of(const int x, const float per_side) { return x * per_side - 0.5f; }
INLINE int whole_part(const float place) { return (int)place - (place < 0.0f ? 1 : 0); }  // floor(), from -1 on

// The levels of the tiles above, before and after, and of those below, from the low bits on.
INLINE WORD corners_at(__global const LEVEL *upper, __global const LEVEL *lower, const int before, const int after) {
#if JOINED
  return ((__global const WORD *)upper)[before];
#else
  return upper[before] | (WORD)upper[after] << LEVEL_BITS | (WORD)lower[before] << 2 * LEVEL_BITS |
         (WORD)lower[after] << 3 * LEVEL_BITS;
#endif
}

#define CORNER(word, i) ((float)(int)((word) >> (i) * LEVEL_BITS & (LEVELS - 1)))

__kernel void look_up(IMAGE_IN(image), IMAGE_OUT(out), __global const LEVEL *restrict tables, const int tiles_x,
                      const int tiles_y, const float per_width, const float per_height, const int left, const int top) {
  const int begin = get_global_id(0) * PIXELS, end = min(begin + PIXELS, out_width), y = get_global_id(1);
  const float down = place_of(top + y, per_height);
  const int above = whole_part(down);
  const float below_part = down - above, above_part = 1.0f - below_part;
#if JOINED
  const int tables_x = 4 * (tiles_x + 1), tables_y = tiles_y + 1, upper_y = above + 1, lower_y = upper_y;
#else
  const int tables_x = tiles_x, tables_y = tiles_y;
  const int upper_y = tile_beside(above + 1, 0, tiles_y), lower_y = tile_beside(above + 1, 1, tiles_y);
#endif
  __global const ELEMENT *row = ROW(image, y);
  __global ELEMENT *to = ROW(out, y);
  for (int first = begin; first < end; first += BATCH) {
    const int n = min(BATCH, end - first);
    int before[BATCH], after[BATCH];
    for (int i = 0; i < n; ++i) {
      const int place = whole_part(place_of(left + first + i, per_width)) + 1;
      before[i] = LEVELS * (JOINED ? place : tile_beside(place, 0, tiles_x));
      after[i] = LEVELS * tile_beside(place, 1, tiles_x);
    }
    for (int c = 0; c < SEEN; ++c) {
      __global const LEVEL *upper = tables + ((long)c * tables_y + upper_y) * tables_x * LEVELS;
      __global const LEVEL *lower = tables + ((long)c * tables_y + lower_y) * tables_x * LEVELS;
      WORD words[BATCH];
#pragma clang loop vectorize(disable)  // a gather is slower than single loads
      for (int i = 0; i < n; ++i) {
        const int level = LEVEL_AT(row, (first + i) * CHANNELS + c);
        words[i] = corners_at(upper, lower, before[i] + level, after[i] + level);
      }
      for (int i = 0; i < n; ++i) {
        const float across = place_of(left + first + i, per_width);
        const float after_part = across - whole_part(across), before_part = 1.0f - after_part;
        const WORD word = words[i];
        const float v = (CORNER(word, 0) * before_part + CORNER(word, 1) * after_part) * above_part +
                        (CORNER(word, 2) * before_part + CORNER(word, 3) * after_part) * below_part;
        STORE_LEVEL(NEAREST(fmin(fmax(v, 0.0f), LEVELS - 1.0f)), row, to, (first + i) * CHANNELS + c);
      }
    }
    for (int i = first; i < first + n; ++i)
      for (int c = SEEN; c < CHANNELS; ++c)
        ((__global BITS *)to)[i * CHANNELS + c] = ((__global const BITS *)row)[i * CHANNELS + c];
  }
}
