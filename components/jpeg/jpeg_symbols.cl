// Counts an image's symbols, for Huffman tables of its own: 256 counters for each table, in the order of the codes.

#define COUNTERS (4 * 256)

// EACH_SYMBOL passes a group's counters of a table as `table`, in place of the table's codes.
#define COUNT_SYMBOL(table, symbol, more, count) atomic_inc((table) + (symbol));

__kernel void symbols(__global const short *restrict coefficients, __global const Scan *restrict scans, const int count,
                      __global uint *restrict counts) {
  __local uint group_counts[COUNTERS];
  const long place = get_group_id(0);
  const Chunk chunk = find_chunk(scans, count, place);
  __global const Scan *restrict scan = scans + chunk.scan;
  const int begin = chunk.segment * scan->segment_mcus;
  for (int i = (int)get_local_id(0); i < COUNTERS; i += GROUP) group_counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = (int)get_local_id(0); i < chunk.mcus * scan->mcu_blocks; i += GROUP) {
    const Block block = find_block(scan, begin, chunk.first + i / scan->mcu_blocks, i % scan->mcu_blocks);
    __local uint *dc = group_counts + block.tables * 512;
    __local uint *ac = dc + 256;
    __global const short *restrict block_coefficients = coefficients + block.place * 64;
    const ulong coded = block.real ? coded_of(block_coefficients) : 0;
    const int difference = difference_of(coefficients, block);
    EACH_SYMBOL(block_coefficients, coded, difference, dc, ac, COUNT_SYMBOL, CODE_COEFFICIENT)
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = (int)get_local_id(0); i < COUNTERS; i += GROUP)
    if (group_counts[i] > 0) atomic_add(counts + (long)chunk.scan * COUNTERS + i, group_counts[i]);
}
