// Makes code of pixels. A work-item has a chunk, and the coefficients of one tile at a time in local memory. A CPU's
// core keeps them in its own caches. In global memory they would be twice as many bytes as the pixels, written and
// read.

#define TILE_BLOCKS (4 * TILE_WIDTH / 8)  // the most, in 4:4:0

// An image of the call.
typedef struct {
  __global const uchar *pixels;
  long stride;
  int width, height, channels;
} Pixels;

// Fills a tile of `mcus` MCUs in a row, and says where the blocks of its first MCU are.
INLINE void fill_tile(const Pixels *image, __global const Scan *restrict scan, __global const ushort8 *restrict tables,
                      const int x, const int y, const int mcus, __local uchar *planes, __local short *coefficients,
                      Mcu *mcu) {
  const int h = scan->component[0].h, v = scan->component[0].v;
  const int begin = x * 8 * h, end = begin + mcus * 8 * h;
  for (int row = 0; row < 8; ++row)
    for (int run = 0; run * RUN < end - begin; ++run)
      make_planes(row * (TILE_WIDTH / RUN) + run, image->pixels, image->stride, image->width, image->height,
                  image->channels, begin, y, end, h, v, planes);
  mcu->x = x;
  mcu->y = y;
  long blocks = 0;
  for (int c = 0; c < scan->components; ++c) {
    __global const ScanComponent *restrict component = scan->component + c;
    const int across = mcus * component->h, pitch = c == 0 ? TILE_WIDTH : PART_OF(TILE_WIDTH, h);
    const int real_across = min(across, component->real_across - x * component->h);
    const int real_down = min(component->v, component->real_down - y * component->v);
    mcu->first[c] = blocks;
    mcu->pitch[c] = across;
    for (int down = 0; down < real_down; ++down)
      for (int i = 0; i < real_across; i += BLOCKS)
        transform_blocks(planes + PLANE(c, h, v) + down * 8 * pitch + i * 8, pitch, min(BLOCKS, real_across - i),
                         tables + component->tables * 24, coefficients + (blocks + down * across + i) * 64);
    blocks += across * component->v;
  }
}

// Advances to the MCU to the right.
INLINE void go_on(Mcu *mcu, __global const Scan *restrict scan) {
  ++mcu->x;
  for (int c = 0; c < scan->components; ++c) mcu->first[c] += scan->component[c].h;
}

// Notes each component's DC in the MCU's last block that holds samples.
INLINE void see_mcu(Coder *coder, __global const Scan *restrict scan, __local const short *coefficients, const Mcu mcu) {
  for (int c = 0; c < scan->components; ++c) {
    __global const ScanComponent *restrict component = scan->component + c;
    const int across = min(component->h, component->real_across - mcu.x * component->h);
    const int down = min(component->v, component->real_down - mcu.y * component->v);
    coder->before[c] = coefficients[(mcu.first[c] + (down - 1) * mcu.pitch[c] + across - 1) * 64];
  }
}

// The MCU before a chunk is made with the chunk, since differences begin there.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void code_pixels(
    __global const uchar *restrict pixels, const long offset, const long stride, const int width, const int height,
    const int channels, __global const Scan *restrict scans, const int image, __global const ushort8 *restrict quant,
    const int count, __global const uint *restrict codes, __global uint *restrict words, const int chunk_words,
    __global uint *restrict lengths) {
  __local uchar planes[MOST_SAMPLES] __attribute__((aligned(64)));
  __local short coefficients[TILE_BLOCKS * 64] __attribute__((aligned(64)));
  __global const Scan *restrict scan = scans + image;
  const Pixels input = {pixels + offset, stride, width, height, channels};
  const long place = scan->first_chunk + get_group_id(0);
  const Chunk chunk = find_chunk(scans, count, place);
  const Tables tables = tables_of(codes, 0, image, count);
  const int most = TILE_WIDTH / (8 * scan->component[0].h), end = chunk.first + chunk.mcus;
  Coder coder = start_words(words + place * chunk_words);
  for (int next = chunk.begins ? chunk.first : chunk.first - 1; next < end;) {
    const int x = next % scan->mcus_across, mcus = min(min(most, scan->mcus_across - x), end - next);
    Mcu mcu;
    fill_tile(&input, scan, quant, x, next / scan->mcus_across, mcus, planes, coefficients, &mcu);
    for (const int stop = next + mcus; next < stop; ++next, go_on(&mcu, scan))
      if (next < chunk.first)
        see_mcu(&coder, scan, coefficients, mcu);
      else
        code_mcu(&coder, scan, tables, coefficients, mcu);
  }
  lengths[place] = finish_words(&coder);
}
