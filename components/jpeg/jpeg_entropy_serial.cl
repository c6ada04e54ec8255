// A work-item codes a chunk, MCU by MCU.

INLINE void find_mcu(__global const Scan *restrict scan, const int number, Mcu *mcu) {
  mcu->x = number % scan->mcus_across;
  mcu->y = number / scan->mcus_across;
  for (int c = 0; c < scan->components; ++c) {
    __global const ScanComponent *restrict component = scan->component + c;
    mcu->pitch[c] = component->stored;
    mcu->first[c] = component->first_block + (long)mcu->y * component->v * component->stored + mcu->x * component->h;
  }
}

__kernel void entropy(__global const short *restrict coefficients, __global const Scan *restrict scans, const int count,
                      __global const uint *restrict codes, const int codes_per_scan, __global uint *restrict words,
                      const int chunk_words, __global uint *restrict lengths) {
  const long place = get_group_id(0);
  const Chunk chunk = find_chunk(scans, count, place);
  __global const Scan *restrict scan = scans + chunk.scan;
  Coder coder = start_words(words + place * chunk_words);
  for (int c = 0, number = 0; c < scan->components; number += scan->component[c].h * scan->component[c].v, ++c) {
    const Block block = find_block(scan, chunk.segment * scan->segment_mcus, chunk.first, number);
    coder.before[c] = block.before < 0 ? 0 : coefficients[block.before * 64];
  }
  const Tables tables = tables_of(codes, codes_per_scan, chunk.scan, count);
  for (int i = 0; i < chunk.mcus; ++i) {
    Mcu mcu;
    find_mcu(scan, chunk.first + i, &mcu);
    code_mcu(&coder, scan, tables, coefficients, mcu);
  }
  lengths[place] = finish_words(&coder);
}
