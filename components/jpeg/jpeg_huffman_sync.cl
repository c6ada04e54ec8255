// Finds the decoder's state at the start of each item of a coded stretch, where nothing marks it (Klein and Wiseman
// 2003; Weissenberger and Schmidt 2021). Each item first decodes its bits as if a block of the MCU's first component
// began there. Huffman codes synchronise themselves: after some sub-sequences the state is right, whatever it began
// with. In each round an item decodes again if its predecessor ended in another state than the item began with. It
// stops where its states equal those of the round before.

// The state at the end of a sub-sequence, and what lies in it.
typedef struct {
  State end;
  uint blocks;  // blocks that end in it
  int dc[4];    // sums of the components' differences
#if STORES_COEFFICIENTS
  uint stored;  // entries of the item up to the end of this part
#endif
} Part;

// What comes before an item in its stretch: the blocks that ended, and the components' predictions.
typedef struct {
  uint blocks;
  int dc[4];
} Before;

INLINE bool is_same(const State a, const State b) { return a.at == b.at && a.block == b.block && a.k == b.k; }

// Decodes from a state to the first state at or after `end`. On CPUs such states lie only between blocks. With
// `stores`, CPUs store coefficients from `to` on; returns where these end.
#if LOOSE
INLINE __global uint *decode_part(__global const uint *data, __global const uint *tables,
                                  __global const JpegImage *image, const Stretch *stretch, const State *from,
                                  const uint end, const bool stores, __global uint *to, Part *part) {
  Bits bits = bits_from(data, stretch, from->at);
  uint block = from->block;
  part->blocks = 0;
  for (int c = 0; c < 4; ++c) part->dc[c] = 0;
  for (; place_of(&bits) < end; ++part->blocks) {
    __global const McuBlock *now = &image->block[block];
    __global const uint *table = tables + now->ac;
    const int wrong = bits.wrong;
    load(&bits);
    const uint entry = entry_of(&bits, tables + now->dc, true);
    const int difference = value_of(&bits, entry);
    part->dc[now->component] += difference;
    drop(&bits, entry);
    __global uint *const first = to;
    if (stores) ++to;
    for (uint k = 1;;) {
      load(&bits);
      k = next_symbol(&bits, table, k, stores, &to);
      if (k >= 64) break;
      load_more(&bits);
      k = next_symbol(&bits, table, k, stores, &to);
      if (k >= 64) break;
    }
    if (stores) *first = STORED(difference, (uint)(to - first) - 1 + ((uint)(bits.wrong - wrong) << 8));
    block = block + 1 < image->mcu_blocks ? block + 1 : 0;
  }
  part->end.at = place_of(&bits);
  part->end.block = block;
  part->end.k = 0;
  return to;
}
#else
// Has one loop for all symbols: work-items of a group decode theirs side by side, wherever blocks begin and end.
INLINE void decode_part(__global const uint *data, __global const uint *tables, __global const JpegImage *image,
                        const Stretch *stretch, const State *from, const uint end, const bool stores,
                        __global uint *to, Part *part) {
  Bits bits = bits_from(data, stretch, from->at);
  uint k = from->k, block = from->block, at = from->at, blocks = 0;
  uint component = image->block[block].component;
  __global const uint *dc_table = tables + image->block[block].dc, *ac_table = tables + image->block[block].ac;
  int4 dc = 0;
  while (at < end) {
    const bool is_dc = k == 0;
    load_more(&bits);
    const uint entry = entry_of(&bits, is_dc ? dc_table : ac_table, is_dc);
    if (is_dc) dc -= value_of(&bits, entry) * ((int4)component == (int4)(0, 1, 2, 3));
    drop(&bits, entry);
    at += bits_taken(entry);
    k += steps_of(entry);
    if (k < 64) continue;
    k = 0;
    ++blocks;
    block = block + 1 < image->mcu_blocks ? block + 1 : 0;
    component = image->block[block].component;
    dc_table = tables + image->block[block].dc;
    ac_table = tables + image->block[block].ac;
  }
  part->blocks = blocks;
  part->dc[0] = dc.s0, part->dc[1] = dc.s1, part->dc[2] = dc.s2, part->dc[3] = dc.s3;
  part->end.at = at;
  part->end.block = block;
  part->end.k = k;
}
#endif

#if STORES_COEFFICIENTS
// The first round, from a guess.
INLINE State store_parts(__global const uint *input, const Item *item, const Stretch *stretch, const uint number,
                         State state, __global Part *parts, __global uint *stored) {
  __global uint *const first = stored_of(stored, stretch, item, number), *to = first;
  for (uint begin = item->begin, p = item->first_part; begin < item->end; begin += PART_BITS(input), ++p) {
    Part part;
    to = decode_part(DATA(input), TABLES(input), &IMAGES(input)[stretch->image], stretch, &state,
                     min(begin + PART_BITS(input), item->end), true, to, &part);
    part.stored = (uint)(to - first);
    parts[p] = part;
    state = part.end;
  }
  return state;
}
#endif

// One round. `starts` has the states with which items began, `now` those with which they ended in the round before, and
// `next` those with which they end in this one. The first round reads none of them: its items begin with a guess.
// `decoded_again` has the number of an item's sub-sequences that differ from the first round's; after them the stored
// coefficients are valid.
__kernel void jpeg_synchronise(__global const uint *input, const uint is_first, __global State *starts,
                               __global const State *now, __global State *next, __global Part *parts,
                               __global uint *decoded_again, __global uint *stored) {
  const uint i = (uint)get_global_id(0), part_bits = PART_BITS(input);
  if (i >= ITEM_COUNT(input)) return;
  const Item item = ITEMS(input)[i];
  const Stretch stretch = STRETCHES(input)[item.stretch];
  State state = {item.begin, 0, 0};
  if (!is_first) {
    next[i] = now[i];
    if (item.begin > 0) state = now[i - 1];
    if (is_same(state, starts[i])) return;
  }
  starts[i] = state;
  if (item.end == stretch.bits) return;  // nothing follows the item
#if STORES_COEFFICIENTS
  if (is_first) {
    decoded_again[i] = 0;
    next[i] = store_parts(input, &item, &stretch, i, state, parts, stored);
    return;
  }
#endif
  uint p = item.first_part;
  for (uint end = item.begin + part_bits;; end += part_bits, ++p) {
    const uint stop = min(end, item.end);
    Part part;
    decode_part(DATA(input), TABLES(input), &IMAGES(input)[stretch.image], &stretch, &state, stop, false, stored,
                &part);
    const bool met = !is_first && is_same(part.end, parts[p].end);
#if STORES_COEFFICIENTS
    part.stored = parts[p].stored;
    decoded_again[i] = max(decoded_again[i], p + 1 - item.first_part);
#endif
    parts[p] = part;
    if (met) return;
    state = part.end;
    if (stop == item.end) break;
  }
  next[i] = state;
}

#ifndef SCAN_GROUP
#define SCAN_GROUP 64  // work-items, a power of two
#endif

// What follows the last place where a stretch begins, for consecutive items.
typedef struct {
  Before sum;
  uint begins;  // whether a stretch begins among them
} Run;

// Appends a run to another one.
INLINE void add_run(Run *run, const Run *next) {
  if (next->begins) {
    *run = *next;
    return;
  }
  run->sum.blocks += next->sum.blocks;
  for (int c = 0; c < 4; ++c) run->sum.dc[c] += next->sum.dc[c];
}

INLINE void clear_sum(Before *sum) {
  sum->blocks = 0;
  for (int c = 0; c < 4; ++c) sum->dc[c] = 0;
}

// The functions write through pointers: Oclgrind 21.10 cannot run the code that LLVM makes for structures that are
// returned.
INLINE void load_run(__global const uint *input, __global const Part *parts, const uint i, Run *run) {
  const uint part_bits = PART_BITS(input);
  const Item item = ITEMS(input)[i];
  clear_sum(&run->sum);
  run->begins = item.begin == 0;
  if (item.end == STRETCHES(input)[item.stretch].bits) return;
  const uint count = (item.end - item.begin + part_bits - 1) / part_bits;
  for (uint p = item.first_part; p < item.first_part + count; ++p) {
    run->sum.blocks += parts[p].blocks;
    for (int c = 0; c < 4; ++c) run->sum.dc[c] += parts[p].dc[c];
  }
}

// Computes the inclusive sums of a group's runs. Readers need a barrier first.
INLINE void sum_runs(const Run *own, __local Run *runs) {
  const uint id = (uint)get_local_id(0);
  Run sum = *own;
  for (uint reach = 1; reach < SCAN_GROUP; reach *= 2) {
    runs[id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    Run longer = runs[id - min(id, reach)];
    if (id >= reach) {
      add_run(&longer, &sum);
      sum = longer;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  runs[id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Sums up what comes before each item within its tile, which one group has, and the whole tile.
__kernel void jpeg_sum_tiles(__global const uint *input, __global const Part *parts, __global Run *before,
                             __global Run *tiles) {
  __local Run runs[SCAN_GROUP];
  const uint i = (uint)get_global_id(0), id = (uint)get_local_id(0);
  Run own = {{0, {0, 0, 0, 0}}, 0}, in_front = own;
  if (i < ITEM_COUNT(input)) load_run(input, parts, i, &own);
  sum_runs(&own, runs);
  const Run up_to = runs[id - min(id, 1u)];
  if (id > 0) in_front = up_to;
  if (own.begins) {
    clear_sum(&in_front.sum);
    in_front.begins = 1;
  }
  if (i < ITEM_COUNT(input)) before[i] = in_front;
  if (id == SCAN_GROUP - 1) tiles[get_group_id(0)] = runs[id];
}

// Sums up what comes before each tile, by one group.
__kernel void jpeg_sum_before(__global Run *tiles, const uint count) {
  __local Run runs[SCAN_GROUP];
  const uint id = (uint)get_local_id(0);
  const Run none = {{0, {0, 0, 0, 0}}, 0};
  Run all = none;  // of the tiles that the group has summed up
  for (uint begin = 0; begin < count; begin += SCAN_GROUP) {
    Run own = none, in_front = all;
    if (begin + id < count) own = tiles[begin + id];
    sum_runs(&own, runs);
    const Run up_to = runs[id - min(id, 1u)], together = runs[SCAN_GROUP - 1];
    if (id > 0) add_run(&in_front, &up_to);
    if (begin + id < count) tiles[begin + id] = in_front;
    add_run(&all, &together);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
