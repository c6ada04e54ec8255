// Decodes blocks. An item has the blocks that begin in its part of a stretch. The last item of a stretch also has all
// that follows: blocks of lost intervals, and what comes after the end of the data.

// What the host is told of each image: whether an item began in another state than its predecessor ended in, how many
// MCUs have lost bits, and how many codes are unknown. The first image's entry also counts the runs that all images
// leave to jpeg_clear.
#define UNSYNCHRONISED 0
#define LOST_MCUS 1
#define WRONG_CODES 2
#define RUNS_LEFT 3
#define TOLD_WORDS 4

// Longer runs of lost MCUs are left to jpeg_clear: one work-item would take long to clear them.
#define LONG_RUN 4096  // MCUs, as in decode_graph.cpp
typedef struct {
  uint image, begin, end;
} LostRun;

// Passes the rest of a block that began before.
INLINE void skip_block(Bits *bits, __global const uint *table, uint k) {
  while (k < 64) {
    load_more(bits);
    const uint entry = entry_of(bits, table, false);
    drop(bits, entry);
    k += steps_of(entry);
  }
}

INLINE void clear_mcu(Writer *writer) {
  const uint mcu = writer->mcu;
  while (writer->mcu == mcu) {
    clear_block(writer);
    next_block(writer);
  }
}

// Decodes an MCU from the zero bits after the end.
INLINE void write_mcu_of_zeros(Writer *writer, const Stretch *stretch, __global const uint *data,
                               __global const uint *tables) {
  Bits bits = bits_from(data, stretch, (stretch->bits + 31) / 32 * 32);
  const uint mcu = writer->mcu;
  for (int c = 0; c < 4; ++c) writer->dc[c] = 0;
  while (writer->mcu == mcu) {
    write_block(writer, &bits, tables);
    next_block(writer);
  }
  transform_waiting(writer);
}

// Writes what follows a stretch's first interval and its data. If decoding has not passed the end yet, the next MCU is
// made of zero bits. All others are grey.
INLINE void write_rest(Writer *writer, const Stretch *stretch, __global const uint *data, __global const uint *tables,
                       bool is_over, __global int *told, __global LostRun *runs) {
  const uint end = stretch->first_mcu + stretch->mcus;
  uint lost = is_over;  // the MCU that passed the end
  if (writer->mcu < end) {
    lost += end - writer->mcu;
    if (!is_over) write_mcu_of_zeros(writer, stretch, data, tables);
  }
  if (lost > 0) atomic_add(&told[stretch->image * TOLD_WORDS + LOST_MCUS], (int)lost);
  if (writer->mcu < end && end - writer->mcu > LONG_RUN) {
    const LostRun run = {stretch->image, writer->mcu, end};
    runs[atomic_inc(&told[RUNS_LEFT])] = run;
  } else
    while (writer->mcu < end) clear_mcu(writer);
}

// All work-items clear each run together.
__kernel void jpeg_clear(__global const uint *input, __global const int *told, __global const LostRun *runs,
                         __global Result *results) {
  for (int i = 0; i < told[RUNS_LEFT]; ++i) {
    const LostRun run = runs[i];
    __global const JpegImage *image = &IMAGES(input)[run.image];
    for (uint mcu = run.begin + (uint)get_global_id(0); mcu < run.end; mcu += (uint)get_global_size(0)) {
      Writer writer = {input, image, results, mcu, mcu % image->mcus_x, mcu / image->mcus_x, 0, {0, 0, 0, 0}};
      clear_mcu(&writer);
    }
  }
}

// Marks the images in which an item begins in another state than its predecessor ended in.
__kernel void jpeg_compare(__global const uint *input, __global const State *starts, __global const State *ends,
                           __global int *told) {
  const uint i = (uint)get_global_id(0);
  if (i >= ITEM_COUNT(input)) return;
  const Item item = ITEMS(input)[i];
  if (item.begin == 0 || is_same(starts[i], ends[i - 1])) return;
  told[STRETCHES(input)[item.stretch].image * TOLD_WORDS + UNSYNCHRONISED] = 1;
}

#if STORES_COEFFICIENTS
// Where the blocks end that an item must decode. The others are stored.
INLINE uint end_of_decoding(const Item *item, __global const Part *parts, const uint decoded_again) {
  return decoded_again == 0 ? item->begin : parts[item->first_part + decoded_again - 1].end.at;
}

INLINE void write_stored_parts(Writer *writer, __global const uint *input, const Item *item, __global const Part *parts,
                               uint p, __global const uint *stored, const uint interval_end, int *wrong) {
  const uint count = (item->end - item->begin + PART_BITS(input) - 1) / PART_BITS(input);
  if (p > 0) stored += parts[item->first_part + p - 1].stored;
  for (; p < count; ++p)
    for (uint i = 0; i < parts[item->first_part + p].blocks && writer->mcu < interval_end; ++i) {
      stored = write_stored(writer, stored, wrong);
      next_block(writer);
    }
}
#endif

// `before`, `tiles` and `starts` are read for items that do not begin a stretch. Whatever they hold, the kernel writes
// within the image. `parts`, `decoded_again` and `stored` are read for items that do not end a stretch.
__kernel void jpeg_write(__global const uint *input, __global const Run *before, __global const Run *tiles,
                         __global const State *starts, __global const Part *parts,
                         __global const uint *decoded_again, __global uint *stored, __global Result *results, __global int *told,
                         __global LostRun *runs) {
  const uint i = (uint)get_global_id(0);
  if (i >= ITEM_COUNT(input)) return;
  const Item item = ITEMS(input)[i];
  const Stretch stretch = STRETCHES(input)[item.stretch];
  __global const uint *data = DATA(input), *tables = TABLES(input);
  __global const JpegImage *image = &IMAGES(input)[stretch.image];
  State state = {0, 0, 0};
  Writer writer = {input, image, results, 0, 0, 0, 0, {0, 0, 0, 0}};
  uint blocks = 0;
  if (item.begin > 0) {
    state = starts[i];
    Run in_front = tiles[i / SCAN_GROUP];
    const Run of_tile = before[i];
    add_run(&in_front, &of_tile);
    blocks = in_front.sum.blocks;
    for (int c = 0; c < 4; ++c) writer.dc[c] = in_front.sum.dc[c];
  }
  Bits bits = bits_from(data, &stretch, state.at);
  if (state.k > 0) {
    skip_block(&bits, tables + image->block[state.block].ac, state.k);
    ++blocks;
  }
  const uint interval_end = stretch.first_mcu + min(stretch.interval, stretch.mcus);
  writer.mcu = min(stretch.first_mcu + blocks / image->mcu_blocks, interval_end);
  writer.block = writer.mcu < interval_end ? blocks % image->mcu_blocks : 0;
  writer.mcu_x = writer.mcu % image->mcus_x;
  writer.mcu_y = writer.mcu / image->mcus_x;
  const bool is_last = item.end == stretch.bits;
#if STORES_COEFFICIENTS
  const uint end = is_last ? item.end : end_of_decoding(&item, parts, decoded_again[i]);
#else
  const uint end = item.end;
#endif
  while (writer.mcu < interval_end) {
    const uint at = place_of(&bits);
    if (is_last ? writer.block == 0 && at > stretch.bits : at >= end) break;
    write_block(&writer, &bits, tables);
    next_block(&writer);
  }
#if STORES_COEFFICIENTS
  if (!is_last)
    write_stored_parts(&writer, input, &item, parts, decoded_again[i], stored_of(stored, &stretch, &item, i),
                       interval_end, &bits.wrong);
#endif
  transform_waiting(&writer);
  if (bits.wrong > 0) atomic_add(&told[stretch.image * TOLD_WORDS + WRONG_CODES], bits.wrong);
  if (!is_last) return;
  const bool has_more = blocks > (interval_end - stretch.first_mcu) * image->mcu_blocks;  // than the interval can hold
  write_rest(&writer, &stretch, data, tables, !has_more && place_of(&bits) > stretch.bits, told, runs);
}
