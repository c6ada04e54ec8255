// What the kernels of entropy coding know of the images that are coded together, and of their parts.
//
// A segment lies between restart markers, or is all of an image. A chunk is a run of MCUs of one segment, which a group
// codes. Chunks are counted through all images.

#ifndef GROUP
#define GROUP 1  // work-items of a group
#endif
#ifndef MEMORY
#define MEMORY __global  // where coefficients lie
#endif

#ifndef INLINE
#define INLINE static inline __attribute__((always_inline))
#endif

typedef struct {
  int h, v;                   // blocks of an MCU
  int stored;                 // blocks of a row, in whole MCUs
  int real_across, real_down; // blocks that hold samples
  int tables;                 // 0: the tables of luminance, 1: of chrominance
  long first_block;
} ScanComponent;

typedef struct {
  int components;
  int mcus_across, mcus;
  int mcu_blocks;
  int segment_mcus, segment_chunks;
  int chunk_mcus;  // of all chunks of a segment but the last
  int header;      // bytes before the coded image
  long first_chunk;
  ScanComponent component[3];
} Scan;

typedef struct {
  int scan;      // which image
  int segment;   // of the image
  int first;     // of its MCUs, counted in the image
  int mcus;
  bool begins, ends;  // its segment
} Chunk;

INLINE Chunk find_chunk(__global const Scan *restrict scans, const int count, const long place) {
  int low = 0, high = count - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (scans[middle].first_chunk <= place)
      low = middle;
    else
      high = middle - 1;
  }
  __global const Scan *restrict scan = scans + low;
  const int chunk = (int)(place - scan->first_chunk), of_segment = chunk % scan->segment_chunks;
  Chunk found;
  found.scan = low;
  found.segment = chunk / scan->segment_chunks;
  const int begin = found.segment * scan->segment_mcus, end = min(begin + scan->segment_mcus, scan->mcus);
  found.first = begin + of_segment * scan->chunk_mcus;
  found.mcus = min(scan->chunk_mcus, end - found.first);
  found.begins = of_segment == 0;
  found.ends = found.first + found.mcus == end;
  return found;
}

// A block of an MCU. A dummy fills the MCU where the image has no samples: it repeats the DC before it and has no other
// coefficients.
typedef struct {
  long place;   // of a real block, in blocks
  long before;  // the real block of the component before it in the segment; -1: none
  int tables;
  bool real;
} Block;

INLINE Block find_block(__global const Scan *restrict scan, const int segment_begin, const int mcu, int number) {
  int c = 0;
  while (number >= scan->component[c].h * scan->component[c].v) {
    number -= scan->component[c].h * scan->component[c].v;
    ++c;
  }
  __global const ScanComponent *restrict component = scan->component + c;
  const int h = component->h, v = component->v;
  const int mx = mcu % scan->mcus_across, my = mcu / scan->mcus_across;
  const int across = min(h, component->real_across - mx * h), down = min(v, component->real_down - my * v);
  const int x = number % h, y = number / h;
  Block block = {component->first_block + (long)(my * v + y) * component->stored + mx * h + x, -1, component->tables,
                 x < across && y < down};
  if (x > 0) {
    block.before = block.place - 1;
  } else if (y > 0) {
    block.before = block.place - component->stored + across - 1;
  } else if (mcu > segment_begin) {
    const int px = (mcu - 1) % scan->mcus_across, py = (mcu - 1) / scan->mcus_across;
    const int last_x = min((px + 1) * h, component->real_across) - 1;
    const int last_y = min((py + 1) * v, component->real_down) - 1;
    block.before = component->first_block + (long)last_y * component->stored + last_x;
  }
  return block;
}

// The difference of a block's DC from the one before.
INLINE int difference_of(__global const short *restrict coefficients, const Block block) {
  if (!block.real) return 0;
  return coefficients[block.place * 64] - (block.before < 0 ? 0 : coefficients[block.before * 64]);
}

// The sum of the values of the work-items before this one, and of all.
INLINE uint2 sums_before(const uint value, __local uint *values) {
  const uint id = get_local_id(0);
  uint sum = value;
  for (uint reach = 1; reach < GROUP; reach *= 2) {
    values[id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id >= reach) sum += values[id - reach];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  values[id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint all = values[GROUP - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  return (uint2)(sum - value, all);
}
