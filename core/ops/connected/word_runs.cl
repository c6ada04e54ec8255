// Joins by words, for GPUs: a word has a bit for each of 32 pixels of a row, and each run of set bits in a word is one
// node of the forest, so that work is by run, not by pixel. A word has 16 nodes, since no two runs begin in the same two
// pixels. Nodes stand in the order of rows, and only those of runs are ever set. connected.cl stands before this file.
//
// A group joins a tile of words, a work-item each, in local memory. What is left is to join tiles along their borders.

#ifndef AREAS
#define AREAS 0  // 1: roots of tiles get the number of their pixels
#define SEEDS 0  // 1: of a tile's region one seed is left, in its root
#endif

#define PIXELS 32                      // of a word
#define NODES (PIXELS / 2)             // of a word
#define ACROSS (GROUP / TILE_HEIGHT)   // words of a tile's row

INLINE int lowest_of(const uint bits) { return 31 - (int)clz(bits & -bits); }

// Pixels that are set and follow one of the same word that is not, or none.
INLINE uint starts_of(const uint bits) { return bits & ~(bits << 1); }

// The rest of the run from a set bit on.
INLINE uint run_from(const uint bits, const int bit) { return bits & ~(bits + (1u << bit)); }

// The pixel before each, of which the first is in the word before. As two shifts it would become an instruction that
// Oclgrind 21.10 does not know (llvm.fshl).
INLINE uint moved_on_from(const uint bits, const uint before) { return (uint)(((ulong)bits << 32 | before) >> 31); }

// The node of the run that holds a bit.
INLINE int node_of(const int word, const uint bits, const int bit) {
  const int start = 32 - (int)clz(~bits & ((1u << bit) - 1));
  return word * NODES + start / 2;
}

// The root of a node, also while others join: each node on the way gets its parent's parent, so that trees of many tiles
// become flat. What stood there meanwhile is joined by whoever put it there.
INLINE int root_shortening(volatile __global int *parents, int i) {
  for (int parent = parents[i]; parent >= 0 && parent != i;) {
    const int next = parents[parent];
    if (next >= 0 && next != parent) parents[i] = next;
    i = parent;
    parent = next;
  }
  return i;
}

// As unite().
INLINE void unite_words(volatile __global int *parents, int a, int b) {
  for (;;) {
    a = root_shortening(parents, a);
    b = root_shortening(parents, b);
    if (a == b) return;
    const int less = min(a, b), greater = max(a, b), old = atomic_min(parents + greater, less);
    if (old == greater) return;
    a = old;
    b = less;
  }
}

// Joins a word's runs with those of the word above, each pair once, where they begin to be neighbours. `left` and
// `up_left` are the words before both. A corner relies on no neighbour to its left.
#define DEFINE_JOIN(name, space, unite)                                                                                \
  INLINE void name(volatile space int *parents, const int own, const int above, const uint bits, const uint left,      \
                   const uint up, const uint up_left, const bool is_corner) {                                         \
    const uint before = moved_on_from(bits, left), up_before = moved_on_from(up, up_left);                             \
    uint pairs = bits & up & ~(before & up_before & (is_corner ? ~1u : ~0u));                                          \
    if (NEIGHBOURS == 8) pairs |= (bits & ~before & up_before & ~up) | (up & ~up_before & before & ~bits);             \
    for (; pairs != 0; pairs &= pairs - 1) {                                                                           \
      const int bit = lowest_of(pairs);                                                                                \
      const bool is_own = (bits >> bit & 1) != 0, is_up = (up >> bit & 1) != 0;                                        \
      const int a = is_own || bit > 0 ? node_of(own, bits, is_own ? bit : bit - 1) : node_of(own - 1, left, 31);       \
      const int b = is_up || bit > 0 ? node_of(above, up, is_up ? bit : bit - 1) : node_of(above - 1, up_left, 31);    \
      unite(parents, a, b);                                                                                            \
    }                                                                                                                  \
  }
DEFINE_JOIN(join_words_above, __global, unite_words)
DEFINE_JOIN(join_tile_above, __local, unite_in_tile)

#define MARKED (PIXELS / 4 + 1)  // words of marks of a byte; one more than they fill, so that items use other banks

// Bits of 32 bytes: a product moves a bit of each of four bytes into its highest byte.
INLINE uint bits_of_marks(__local const uint *marks, const int shift) {
  uint bits = 0;
  for (int k = 0; k < PIXELS / 4; ++k) bits |= ((marks[k] >> shift & 0x01010101u) * 0x01020408u >> 24) << 4 * k;
  return bits;
}

// Goes over the pixels of a tile, row by row: a work-item has some columns of it. For each pixel of the image, `at` is
// where it lies, and MARK is stored; outside it is 0.
#define BESIDE min(GROUP, ACROSS *PIXELS)  // work-items of a row
#define MARK_TILE(type, image, marks, MARK)                                                              \
  for (int column = get_local_id(0) % BESIDE; column < ACROSS * PIXELS; column += BESIDE) {              \
    const int x = get_group_id(0) * (ACROSS * PIXELS) + column, top = get_group_id(1) * TILE_HEIGHT;     \
    const int first = get_local_id(0) / BESIDE, end = x < image##_width ? image##_height - top : 0;      \
    __global const type *at = ROW(image, top + first) + x;                                               \
    __local uchar *to = (__local uchar *)(marks) + column / PIXELS * (MARKED * 4) + column % PIXELS;     \
    _Pragma("unroll 8") for (int row = first; row < TILE_HEIGHT; row += GROUP / BESIDE) {                \
      to[row * (ACROSS * MARKED * 4)] = row < end ? (MARK) : 0;                                          \
      at += image##_stride * (GROUP / BESIDE);                                                           \
    }                                                                                                    \
  }

// The word of a work-item.
#define WORD_X ((int)get_group_id(0) * ACROSS + (int)get_local_id(0) % ACROSS)
#define WORD_Y ((int)get_group_id(1) * TILE_HEIGHT + (int)get_local_id(0) / ACROSS)

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void take_words(IMAGE_IN(image),
                                                                           __global uint *restrict words) {
  __local uint marks[GROUP * MARKED];
  MARK_TILE(ELEMENT, image, marks, IS_SET(*at))
  barrier(CLK_LOCAL_MEM_FENCE);
  const int across = DIVIDE_UP(image_width, PIXELS), x = WORD_X, y = WORD_Y;
  if (x < across && y < image_height) words[y * across + x] = bits_of_marks(marks + get_local_id(0) * MARKED, 0);
}

// Joins a tile. `areas` becomes the number of pixels of each of its regions at the region's root, and 0 elsewhere. The bits
// of `seeds` become one for each of its regions that has any: the first of its root's run.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void join_words(__global const uint *restrict words,
                                                                           const int across, const int height,
                                                                           __global int *restrict parents
#if AREAS
                                                                           ,
                                                                           __global int *restrict areas
#elif SEEDS
                                                                           ,
                                                                           __global uint *restrict seeds
#endif
) {
  __local uint tile[GROUP];
  __local int nodes[GROUP * NODES];
  const int id = get_local_id(0), column = id % ACROSS, x = WORD_X, y = WORD_Y, word = y * across + x;
  const uint bits = x < across && y < height ? words[word] : 0;
  tile[id] = bits;
#if AREAS
  __local int sums[GROUP * NODES];
  for (int k = 0; k < NODES; ++k) sums[k * GROUP + id] = 0;
#elif SEEDS
  __local uint seeded[GROUP];
  const uint own_seeds = bits != 0 ? seeds[word] : 0;
  seeded[id] = 0;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint left = column > 0 ? tile[id - 1] : 0, starts = starts_of(bits);
  for (uint rest = starts; rest != 0; rest &= rest - 1) {
    const int node = id * NODES + lowest_of(rest) / 2;
    nodes[node] = node;
  }
  if ((bits & left >> 31) != 0) nodes[id * NODES] = node_of(id - 1, left, 31);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id >= ACROSS && (bits != 0 || (NEIGHBOURS == 8 && left >> 31 != 0)))
    join_tile_above(nodes, id, id - ACROSS, bits, left, tile[id - ACROSS], column > 0 ? tile[id - ACROSS - 1] : 0, false);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint rest = starts; rest != 0; rest &= rest - 1) {
    const int bit = lowest_of(rest), node = id * NODES + bit / 2;
    int root = node;
    while (nodes[root] != root) root = nodes[root];
    const int at = root / NODES, by = at / ACROSS - id / ACROSS, beside = at % ACROSS - column;
    parents[word * NODES + bit / 2] = (word + by * across + beside) * NODES + root % NODES;
#if AREAS
    atomic_add(sums + root, (int)popcount(run_from(bits, bit)));
#elif SEEDS
    if ((own_seeds & run_from(bits, bit)) != 0) atomic_or(seeded + at, 3u << root % NODES * 2);
#endif
  }
#if AREAS
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint rest = starts; rest != 0; rest &= rest - 1) {
    const int place = lowest_of(rest) / 2;
    areas[word * NODES + place] = sums[id * NODES + place];
  }
#elif SEEDS
  barrier(CLK_LOCAL_MEM_FENCE);
  if (bits != 0) seeds[word] = starts & seeded[id];
#endif
}

// Joins a row's word, the first of a tile's column, with the word before.
INLINE void join_word_before(__global const uint *words, const int across, const int word, const bool has_up,
                             volatile __global int *parents) {
  const uint bits = words[word], before = words[word - 1];
  const uint ups = has_up ? words[word - across] : 0, ups_before = has_up ? words[word - across - 1] : 0;
  const bool own = (bits & 1) != 0, left = before >> 31 != 0, up = (ups & 1) != 0, up_left = ups_before >> 31 != 0;
  if (own && left && !(up && up_left)) unite_words(parents, word * NODES, node_of(word - 1, before, 31));
#if NEIGHBOURS == 8
  if (own && up_left && !left && !up) unite_words(parents, word * NODES, node_of(word - across - 1, ups_before, 31));
  if (left && up && !own && !up_left) unite_words(parents, node_of(word - 1, before, 31), (word - across) * NODES);
#endif
}

// Joins tiles: the words of their first rows with those above, and of their first columns with those before.
__kernel void join_word_tiles(__global const uint *restrict words, const int across, const int height,
                              volatile __global int *parents) {
  const int rows = (DIVIDE_UP(height, TILE_HEIGHT) - 1) * across, columns = DIVIDE_UP(across, ACROSS) - 1;
  const int i = get_global_id(0);
  if (i < rows) {
    const int x = i % across, word = (i / across + 1) * TILE_HEIGHT * across + x, above = word - across;
    const bool has_left = x > 0;
    join_words_above(parents, word, above, words[word], has_left ? words[word - 1] : 0, words[above],
                     has_left ? words[above - 1] : 0, x % ACROSS == 0);
  } else if (i - rows < columns * height) {
    const int y = (i - rows) % height, x = ((i - rows) / height + 1) * ACROSS;
    join_word_before(words, across, y * across + x, y > 0, parents);
  }
}

// What a work-item writes at once: 16 bytes, of so many samples. ALL_ONES has ones for the samples of set bits: a word is
// four of a byte, two of two, one of four, or a half of one of eight.
#define SAMPLES (16 / (int)sizeof(ELEMENT))
#if TYPE == U8
#define ONES(bits, k) (((bits) >> 4 * (k) & 15) * 0x00204081u & 0x01010101u) * 255
#elif TYPE == U16
#define ONES(bits, k) (((bits) >> 2 * (k) & 1) | ((bits) >> 2 * (k) & 2) << 15) * 0xffff
#elif TYPE == U32
#define ONES(bits, k) (((bits) >> (k) & 1) != 0 ? 0xffffffffu : 0)
#else
#define ONES(bits, k) (((bits) >> (k) / 2 & 1) != 0 ? 0xffffffffu : 0)
#endif
#define ALL_ONES(bits) (uint4)(ONES(bits, 0), ONES(bits, 1), ONES(bits, 2), ONES(bits, 3))
