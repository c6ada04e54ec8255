// Blocks as they are decoded. GPUs store coefficients, and jpeg_inverse makes samples of them. CPUs make samples at
// once (MAKES_SAMPLES), while the coefficients are in the nearest cache, and have a loop for symbols with few branches.

#if MAKES_SAMPLES
typedef uchar Result;  // samples of planes
#else
typedef short Result;  // coefficients
#endif

#if MAKES_SAMPLES
// A block of coefficients, and room after it for the stores of a block's end.
typedef struct {
  union {
    short each[72];
    short8 rows[9];
#if BLOCKS > 1
    Values parts[8 / BLOCKS];
#endif
  };
  __global const Component *component;
  __global uchar *to;
} Block;
#endif

// A decoder that stores, and its place in the image.
typedef struct {
  __global const uint *input;
  __global const JpegImage *image;
  __global Result *results;
  uint mcu, mcu_x, mcu_y, block;
  int dc[4];
#if MAKES_SAMPLES
  uint waiting;  // blocks that are not yet transformed
  Block blocks[WAITING];
#endif
} Writer;

INLINE void next_block(Writer *writer) {
  if (++writer->block < writer->image->mcu_blocks) return;
  writer->block = 0;
  ++writer->mcu;
  if (++writer->mcu_x < writer->image->mcus_x) return;
  writer->mcu_x = 0;
  ++writer->mcu_y;
}

#if MAKES_SAMPLES
INLINE __global uchar *block_at(const Writer *writer) {
  __global const McuBlock *now = &writer->image->block[writer->block];
  return samples_of_block(writer->results, &writer->image->component[now->component],
                          writer->mcu_x * now->across + now->x, writer->mcu_y * now->down + now->y);
}

INLINE void clear_block(const Writer *writer) {
  __global const Component *component = &writer->image->component[writer->image->block[writer->block].component];
  __global uchar *to = block_at(writer);
  for (uint y = 0; y < component->side; ++y)
    for (uint x = 0; x < component->side; ++x) to[y * component->stride + x] = 128;
}

INLINE void transform_one(const Writer *writer, Block *block) {
  __global const ushort *quant = quant_of(writer->input, block->component);
  const int mean = block->each[0] * (short)quant[0];
  const bool is_flat = multiply_block(block->rows, (__global const ushort8 *)quant);
  block_samples(block->rows, is_flat, mean, block->component, block->to);
}

#if BLOCKS > 1
typedef ushort LooseFactors __attribute__((ext_vector_type(WIDTH), aligned(4)));

// Loads BLOCKS rows of each block from row `i` on, and multiplies them. Returns whether all rows but the first are
// zero.
INLINE bool load_rows(const Writer *writer, const int i, Values *rows) {
  Values parts[BLOCKS], any = 0;
#pragma unroll
  for (int b = 0; b < BLOCKS; ++b) {
    const Block *block = &writer->blocks[b];
    const Values part = block->parts[i / BLOCKS];
    any |= part;
    const LooseFactors factors = ((__global const LooseFactors *)quant_of(writer->input, block->component))[i / BLOCKS];
    parts[b] = AS(Values, MAGNITUDES_OF(part) * factors);
  }
  transpose_lanes(parts, rows);
  if (i == 0) any &= after_first_row();
  return are_zero(any);
}

INLINE bool transform_together(const Writer *writer) {
  Values v[8];
  bool are_flat = true;
#pragma unroll
  for (int i = 0; i < 8; i += BLOCKS) are_flat &= load_rows(writer, i, v + i);
  if (!are_flat && can_wrap(v[0])) return false;
  full_rows(v, are_flat);
#pragma unroll
  for (int i = 0; i < 8; i += 2) {
    const SampleRows rows = sample_rows(v[i], v[i + 1]);
#pragma unroll
    for (int b = 0; b < BLOCKS; ++b) {
      __global uchar *to = writer->blocks[b].to + i * writer->blocks[b].component->stride;
      *(__global ulong *)to = rows[2 * b];
      *(__global ulong *)(to + writer->blocks[b].component->stride) = rows[2 * b + 1];
    }
  }
  return true;
}

INLINE bool are_full(const Writer *writer) {
  bool are = writer->waiting == BLOCKS;
  for (uint i = 0; i < writer->waiting; ++i) are = are && writer->blocks[i].component->side == 8;
  return are;
}
#endif

// Makes samples of the waiting blocks.
INLINE void transform_waiting(Writer *writer) {
#if BLOCKS > 1
  if (!are_full(writer) || !transform_together(writer))
#endif
    for (uint i = 0; i < writer->waiting; ++i) transform_one(writer, &writer->blocks[i]);
  writer->waiting = 0;
}

// Decodes and stores a symbol of AC. Returns the next coefficient.
INLINE uint write_symbol(Bits *bits, __global const uint *table, const uint k, Block *block) {
  const uint entry = entry_of(bits, table, false), next = k + steps_of(entry);
  block->each[natural_order[next - 1]] = quick_value(bits, entry);
  drop(bits, entry);
  return next;
}

INLINE Block *begin_block(Writer *writer) {
  Block *block = &writer->blocks[writer->waiting];
  block->component = &writer->image->component[writer->image->block[writer->block].component];
  block->to = block_at(writer);
#pragma unroll
  for (int row = 0; row < 8; ++row) block->rows[row] = 0;
  return block;
}

INLINE void end_block(Writer *writer) {
  if (++writer->waiting == WAITING) transform_waiting(writer);
}

INLINE void write_block(Writer *writer, Bits *bits, __global const uint *tables) {
  __global const McuBlock *now = &writer->image->block[writer->block];
  __global const uint *table = tables + now->ac;
  Block *block = begin_block(writer);
  load(bits);
  const uint entry = entry_of(bits, tables + now->dc, true);
  writer->dc[now->component] += value_of(bits, entry);
  drop(bits, entry);
  block->each[0] = (short)writer->dc[now->component];
  for (uint k = 1;;) {
    load(bits);
    k = write_symbol(bits, table, k, block);
    if (k >= 64) break;
    load_more(bits);
    k = write_symbol(bits, table, k, block);
    if (k >= 64) break;
  }
  end_block(writer);
}

// The same for a block whose coefficients were stored. Returns where the next block's are.
INLINE __global const uint *write_stored(Writer *writer, __global const uint *stored, int *wrong) {
  const uint component = writer->image->block[writer->block].component, first = *stored++;
  Block *block = begin_block(writer);
  *wrong += (int)STORED_WRONG(first);
  writer->dc[component] += STORED_VALUE(first);
  block->each[0] = (short)writer->dc[component];
  __global const uint *const end = stored + STORED_COUNT(first);
  for (; stored < end; ++stored) block->each[STORED_PLACE(*stored)] = (short)STORED_VALUE(*stored);
  end_block(writer);
  return end;
}
#else
INLINE void transform_waiting(const Writer *writer) {}

INLINE __global short *block_at(const Writer *writer) {
  __global const McuBlock *now = &writer->image->block[writer->block];
  __global const Component *component = &writer->image->component[now->component];
  const uint row = writer->mcu_y * now->down + now->y;
  const uint place = component->first_block + row * component->blocks_x + writer->mcu_x * now->across + now->x;
  return writer->results + (ulong)place * 64;
}

INLINE void clear_block(const Writer *writer) {
  __global short8 *to = (__global short8 *)block_at(writer);
  for (int row = 0; row < 8; ++row) to[row] = 0;
}

INLINE void write_block(Writer *writer, Bits *bits, __global const uint *tables) {
  __global const McuBlock *now = &writer->image->block[writer->block];
  __global short *to = block_at(writer);
  clear_block(writer);
  load_more(bits);
  uint entry = entry_of(bits, tables + now->dc, true);
  writer->dc[now->component] += value_of(bits, entry);
  to[0] = (short)writer->dc[now->component];
  drop(bits, entry);
  __global const uint *table = tables + now->ac;
  for (uint k = 1; k < 64;) {
    load_more(bits);
    entry = entry_of(bits, table, false);
    const int value = value_of(bits, entry);
    k += steps_of(entry);
    if (value != 0) to[natural_order[k - 1]] = (short)value;
    drop(bits, entry);
  }
}
#endif
