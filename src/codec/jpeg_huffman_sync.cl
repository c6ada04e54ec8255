// Finds the decoder's state at the begin of each item of a coded stretch, where nothing marks it (Klein and Wiseman 2003;
// Weissenberger and Schmidt 2021): each item decodes its bits as if a block of the MCU's first component began there.
// Huffman codes synchronise themselves, so that after some sub-sequences the state is right, whatever it began with. In
// each round an item whose predecessor ended in another state than it began with decodes again, until its own states
// are those of the round before.

// What a sub-sequence ends with, and what lies in it.
typedef struct {
  State end;
  uint blocks;  // that end in it
  int dc[4];    // sums of the components' differences
} Part;

// What lies in front of an item, of its stretch: blocks that ended, and the components' predictions.
typedef struct {
  uint blocks;
  int dc[4];
} Before;

INLINE bool is_same(const State a, const State b) { return a.at == b.at && a.block == b.block && a.k == b.k; }

// Decodes from a state to the first at or behind `end`, and stores nothing. CPUs have such states between blocks alone.
#if LOOSE
INLINE uint skip_symbol(Bits *bits, __global const uint *table) {
  const uint entry = entry_of(bits, table, false);
  drop(bits, entry);
  return steps_of(entry);
}

INLINE void count_part(__global const uint *data, __global const uint *tables, __global const JpegImage *image,
                       const Stretch *stretch, const State *from, const uint end, Part *part) {
  Bits bits = bits_from(data, stretch, from->at);
  uint block = from->block;
  part->blocks = 0;
  for (int c = 0; c < 4; ++c) part->dc[c] = 0;
  for (; place_of(&bits) < end; ++part->blocks) {
    __global const McuBlock *now = &image->block[block];
    load(&bits);
    const uint entry = entry_of(&bits, tables + now->dc, true);
    part->dc[now->component] += value_of(&bits, entry);
    drop(&bits, entry);
    __global const uint *table = tables + now->ac;
    for (uint k = 1;;) {
      load(&bits);
      k += skip_symbol(&bits, table);
      if (k >= 64) break;
      load_more(&bits);
      k += skip_symbol(&bits, table);
      if (k >= 64) break;
    }
    block = block + 1 < image->mcu_blocks ? block + 1 : 0;
  }
  part->end.at = place_of(&bits);
  part->end.block = block;
  part->end.k = 0;
}
#else
INLINE void count_part(__global const uint *data, __global const uint *tables, __global const JpegImage *image,
                       const Stretch *stretch, const State *from, const uint end, Part *part) {
  Bits bits = bits_from(data, stretch, from->at);
  uint k = from->k, block = from->block, at = from->at;
  part->blocks = 0;
  for (int c = 0; c < 4; ++c) part->dc[c] = 0;
  while (at < end) {
    __global const McuBlock *now = &image->block[block];
    if (k == 0) {
      load_more(&bits);
      const uint entry = entry_of(&bits, tables + now->dc, true);
      part->dc[now->component] += value_of(&bits, entry);
      drop(&bits, entry);
      at += bits_taken(entry);
      k = 1;
    }
    __global const uint *table = tables + now->ac;
    while (k < 64 && at < end) {
      load_more(&bits);
      const uint entry = entry_of(&bits, table, false);
      drop(&bits, entry);
      at += bits_taken(entry);
      k += steps_of(entry);
    }
    if (k < 64) break;
    k = 0;
    ++part->blocks;
    block = block + 1 < image->mcu_blocks ? block + 1 : 0;
  }
  part->end.at = at;
  part->end.block = block;
  part->end.k = k;
}
#endif

// One round. `starts` has with what each item began, `now` with what it ended in the round before, `next` with what it
// ends in this one. Of the first round nothing is read: its items begin with a guess.
__kernel void jpeg_synchronise(__global const uint *input, const uint is_first, __global State *starts,
                               __global const State *now, __global State *next, __global Part *parts) {
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
  if (item.end == stretch.bits) return;  // nothing comes after it
  uint p = item.first_part;
  for (uint end = item.begin + part_bits;; end += part_bits, ++p) {
    const uint stop = min(end, item.end);
    Part part;
    count_part(DATA(input), TABLES(input), &IMAGES(input)[stretch.image], &stretch, &state, stop, &part);
    const bool met = !is_first && is_same(part.end, parts[p].end);
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

// What lies behind the last begin of a stretch, of consecutive items.
typedef struct {
  Before sum;
  uint begins;  // whether a stretch begins among them
} Run;

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

// The functions write where they are told: of structures that they return Oclgrind 21.10 cannot run what LLVM makes.
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

// Sums up what lies in front of each item, by a group for each image. A run that begins a stretch hides what is before.
__kernel void jpeg_sum_before(__global const uint *input, __global const Part *parts, __global Before *before) {
  __local Run runs[SCAN_GROUP];
  const uint id = (uint)get_local_id(0);
  __global const JpegImage *image = &IMAGES(input)[get_group_id(0)];
  const uint share = (image->items + SCAN_GROUP - 1) / SCAN_GROUP;
  const uint first = image->first_item + min(share * id, image->items);
  const uint end = image->first_item + min(share * (id + 1), image->items);
  Run all = {{0, {0, 0, 0, 0}}, 0};
  for (uint i = first; i < end; ++i) {
    Run run;
    load_run(input, parts, i, &run);
    add_run(&all, &run);
  }
  runs[id] = all;
  for (uint reach = 1; reach < SCAN_GROUP; reach *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    Run sum = runs[id];
    if (id >= reach) {
      sum = runs[id - reach];
      const Run own = runs[id];
      add_run(&sum, &own);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    runs[id] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  Run run = {{0, {0, 0, 0, 0}}, 0};
  if (id > 0) run = runs[id - 1];
  for (uint i = first; i < end; ++i) {
    Run own;
    load_run(input, parts, i, &own);
    if (own.begins) clear_sum(&run.sum);
    before[i] = run.sum;
    own.begins = 0;
    add_run(&run, &own);
  }
}
