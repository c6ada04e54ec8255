// Makes quantised coefficients of pixels.

// A group has a tile of one of the images in `scans`. Its work-items make samples; then each transforms BLOCKS blocks.
__kernel __attribute__((reqd_work_group_size(TILE_ITEMS, 1, 1))) void forward(
    __global const uchar *restrict pixels, const long offset, const long stride, const int width, const int height,
    const int channels, __global const Scan *restrict scans, const int image, __global const ushort8 *restrict tables,
    __global short *restrict coefficients) {
  __local uchar planes[MOST_SAMPLES] __attribute__((aligned(16)));
  __global const Scan *restrict scan = scans + image;
  const int h = scan->component[0].h, v = scan->component[0].v;
  const int tile = (int)get_group_id(0), tile_row = (int)get_group_id(1);
  make_planes((int)get_local_id(0), pixels + offset, stride, width, height, channels, tile * TILE_WIDTH, tile_row,
              scan->mcus_across * 8 * h, h, v, planes);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int wide = TILE_WIDTH / 8, of_colors = PART_OF(wide, h);
  const int first = (int)get_local_id(0) * BLOCKS, number = first - wide * v;
  const int c = number < 0 ? 0 : 1 + (number >> popcount(of_colors - 1));
  if (c >= scan->components) return;
  const int across = c == 0 ? wide : of_colors, place = c == 0 ? first : number & (of_colors - 1);
  const int x = place & (across - 1), y = place >> popcount(across - 1);
  __global const ScanComponent *restrict component = scan->component + c;
  const int block_x = tile * across + x, block_y = tile_row * (c == 0 ? v : 1) + y;
  if (block_x >= component->real_across || block_y >= component->real_down) return;
  transform_blocks(planes + PLANE(c, h, v) + (y * 8 * across + x) * 8, across * 8,
                   min(BLOCKS, component->real_across - block_x), tables + component->tables * 24,
                   coefficients + (component->first_block + (long)block_y * component->stored + block_x) * 64);
}
