// A pass of a radix sort in which each group has a tile of neighbouring keys. It sorts them by their digit in local
// memory, and writes each digit's keys as one run. For GPUs.
//
// Crews of 32 work-items compute ranks. For each digit, a crew has a mask of the work-items whose key has it. A
// work-item counts the bits before its own and so ranks equal digits in their order: the sort is stable
// (match-and-count, as in Adinets and Merrill, Onesweep, 2022, with barriers where a warp would run in step). Where
// crews are sub-groups, ballots make the masks, which need neither memory nor the group's barriers.

#ifndef SUB_GROUPS
#define SUB_GROUPS 0  // crews are sub-groups
#endif
#ifndef UNROLL
#define UNROLL 4  // of an item's keys in one round of a loop
#endif
#define CREW 32
#define CREWS (GROUP / CREW)
#define TILE (GROUP * ITEMS)

#if SUB_GROUPS
#define IN_CREWS IN_GROUPS __attribute__((intel_reqd_sub_group_size(CREW)))
#define CREW_HERE get_sub_group_id()
#define LANE get_sub_group_local_id()
#define MASKS 1  // unused
#else
#define IN_CREWS IN_GROUPS
#define CREW_HERE (get_local_id(0) / CREW)
#define LANE (get_local_id(0) % CREW)
#define MASKS (2 * CREWS * RADIX)
#endif

GROUP_BEFORE(before, INDEX)

// `length` is TILE.
#define TILE_HERE                                             \
  const uint id = get_local_id(0);                            \
  const ulong tile = get_group_id(0), first = tile * length;  \
  const uint here = (uint)min(count - first, length);

__kernel IN_GROUPS void count_digits(__global const KEY *restrict keys, __global INDEX *restrict counts,
                                     const ulong count, const ulong length, const ulong tiles,
                                     const uint shift) {
  __local uint bins[RADIX];
  TILE_HERE
  for (uint digit = id; digit < RADIX; digit += GROUP) bins[digit] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = id; i < here; i += GROUP) atomic_inc(&bins[DIGIT(keys[first + i])]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint digit = id; digit < RADIX; digit += GROUP) counts[digit * tiles + tile] = bins[digit];
}

// Finds from the crews' counts of each digit where each crew's keys begin in the sorted tile. `runs` is the distance
// from the digit's run in the tile to that in the output.
void place_crews(__local uint *places, __local INDEX *sums, __local INDEX *runs, __global const INDEX *counts,
                 __global const INDEX *starts, const ulong tiles) {
  const uint each = DIVIDE_UP(RADIX, GROUP), least = get_local_id(0) * each;
  const uint end = min(least + each, (uint)RADIX);
  INDEX total = 0;
  for (uint digit = least; digit < end; ++digit)
    for (uint crew = 0; crew < CREWS; ++crew) total += places[crew * RADIX + digit];
  uint place = (uint)before(total, sums);
  for (uint digit = least; digit < end; ++digit) {
    runs[digit] = starts[digit] + counts[digit * tiles + get_group_id(0)] - place;
    for (uint crew = 0; crew < CREWS; ++crew) {
      const uint size = places[crew * RADIX + digit];
      places[crew * RADIX + digit] = place;
      place += size;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

#if SUB_GROUPS
// Returns the place of a key in the sorted tile: behind the keys with its digit in the crew's lanes before it.
uint rank_of(const uint digit, __local uint *places) {
  uint peers = sub_group_ballot(1).x;
  for (uint bit = 0; bit < RADIX_BITS; ++bit) {
    const uint votes = sub_group_ballot(digit >> bit & 1).x;
    peers &= digit >> bit & 1 ? votes : ~votes;
  }
  const uint fewer = popcount(peers & ((1u << LANE) - 1)), place = places[digit];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (fewer == 0) places[digit] = place + popcount(peers);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  return place + fewer;
}
#define RANK_OF(digit, item) rank_of(digit, places + crew * RADIX)
#else
// Returns the place of a key in the sorted tile. Rounds take turns with two sets of masks, so that each set is empty
// again before it is needed.
uint rank_of(const uint digit, __local uint *masks, __local uint *places) {
  const uint bit = 1u << LANE;
  atomic_or(&masks[digit], bit);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint peers = masks[digit], fewer = peers & (bit - 1);
  const uint place = places[digit];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (fewer == 0) {
    masks[digit] = 0;
    places[digit] = place + popcount(peers);
  }
  return place + popcount(fewer);
}
#define RANK_OF(digit, item) \
  rank_of(digit, memory.masks + ((item) % 2 * CREWS + crew) * RADIX, places + crew * RADIX)
#endif

// Writes keys to their places. With `made`, a key's index travels with it. Keys after the end have the last digit, and
// come last in it.
__kernel IN_CREWS void scatter(__global const KEY *restrict keys, __global const LOT *restrict lots,
                                __global KEY *restrict keys_out, __global LOT *restrict lots_out,
                                __global const INDEX *restrict counts, __global const INDEX *restrict starts,
                                const ulong count, const ulong length, const ulong tiles, const uint shift,
                                const uint made) {
  __local union {
    uint masks[MASKS];
    KEY keys[TILE];
#if PAYLOAD
    LOT lots[TILE];
#endif
  } memory;
  __local uint places[CREWS * RADIX];
  __local INDEX runs[RADIX], sums[GROUP];
  TILE_HERE
  const uint crew = CREW_HERE, mine = crew * CREW * ITEMS + LANE;
  KEY key[ITEMS];
  uint rank[ITEMS];
  for (uint i = id; i < CREWS * RADIX; i += GROUP) places[i] = 0;
#if !SUB_GROUPS
  for (uint i = id; i < MASKS; i += GROUP) memory.masks[i] = 0;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
  for (uint item = 0; item < ITEMS; ++item) {
    const uint i = mine + item * CREW;
    key[item] = i < here ? keys[first + i] : 0;
    rank[item] = i < here ? DIGIT(key[item]) : RADIX - 1;
    atomic_inc(&places[crew * RADIX + rank[item]]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  place_crews(places, sums, runs, counts, starts, tiles);
#pragma unroll UNROLL
  for (uint item = 0; item < ITEMS; ++item)
    rank[item] = RANK_OF(rank[item], item);
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
  for (uint item = 0; item < ITEMS; ++item) memory.keys[rank[item]] = key[item];
  barrier(CLK_LOCAL_MEM_FENCE);
  INDEX place[ITEMS];
#pragma unroll UNROLL
  for (uint item = 0; item < ITEMS; ++item) {
    const uint i = id + item * GROUP;
    if (i >= here) continue;
    place[item] = runs[DIGIT(memory.keys[i])] + i;
    keys_out[place[item]] = memory.keys[i];
  }
#if PAYLOAD
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
  for (uint item = 0; item < ITEMS; ++item) {
    const uint i = mine + item * CREW;
    if (i < here) memory.lots[rank[item]] = made ? (LOT)(first + i) : lots[first + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
  for (uint item = 0; item < ITEMS; ++item)
    if (id + item * GROUP < here) lots_out[place[item]] = memory.lots[id + item * GROUP];
#endif
}
