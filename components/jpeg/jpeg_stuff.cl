// Joins chunks of code. Bytes begin where the segment begins, a byte of zeros follows each byte of ones, and segments
// end with their marker.

#define ONES 0xffffffffu

// A chunk's bytes: those that its bits complete, and in a segment's last chunk also the one that is filled with ones.
typedef struct {
  uint shift;  // bits of the first byte that belong to the chunk before
  uint bits;
  uint bytes;
} Bytes;

INLINE Bytes find_bytes(__global const Scan *restrict scans, const Chunk chunk, const long place,
                 __global const uint *restrict lengths, __global const ulong *restrict offsets) {
  __global const Scan *restrict scan = scans + chunk.scan;
  const long first = scan->first_chunk + (long)chunk.segment * scan->segment_chunks;
  Bytes found;
  found.shift = (uint)(offsets[place] - offsets[first]) & 7;
  found.bits = lengths[place];
  found.bytes = (found.shift + found.bits + (chunk.ends ? 7 : 0)) / 8;
  return found;
}

// A word of the chunk, with ones after its last bit.
INLINE uint own_word(__global const uint *restrict words, const uint bits, const uint i) {
  if (bits >= 32 * (i + 1)) return words[i];
  return bits <= 32 * i ? ONES : words[i] | ONES >> (bits - 32 * i);
}

// The last bits of the chunk before, in the low bits. That chunk has at least eight bits.
INLINE uint bits_before(__global const uint *restrict words, const uint bits) {
  const uint last = (bits - 1) / 32, here = bits - last * 32;
  const uint word = words[last] >> (32 - here);
  return here >= 8 || last == 0 ? word : words[last - 1] << here | word;
}

// Four bytes from byte 4 i on, the first in the highest bits.
INLINE uint word_of_bytes(__global const uint *restrict words, const int chunk_words, const Bytes bytes,
                   __global const uint *restrict lengths, const long place, const uint i) {
  __global const uint *restrict own = words + place * chunk_words;
  const uint word = own_word(own, bytes.bits, i);
  if (bytes.shift == 0) return word;
  const uint before = i > 0 ? own_word(own, bytes.bits, i - 1) : bits_before(own - chunk_words, lengths[place - 1]);
  return before << (32 - bytes.shift) | word >> bytes.shift;
}

// Marks the bytes of ones by their highest bit.
INLINE uint ones_in(const uint word) { return ((word & 0x7f7f7f7f) + 0x01010101) & word & 0x80808080; }

// The same, only among a chunk's bytes.
INLINE uint ones_among(const uint word, const Bytes bytes, const uint i) {
  const uint left = bytes.bytes - 4 * i;
  return left >= 4 ? ones_in(word) : ones_in(word & ~(ONES >> 8 * left));
}

INLINE uint header_of(__global const Scan *restrict scan, const Chunk chunk) {
  return chunk.begins && chunk.segment == 0 ? scan->header : 0;
}

#define WORDS_OF(bytes) ((bytes.bytes + 3) / 4)
#define FIRST_WORD get_local_id(0)

#if GROUP == 1
// Words 1 to INNER_END - 1, and the words before them, have only bits of the chunk: they need no checks.
#define INNER_END(bytes) max(bytes.bits / 32, 1u)
INLINE uint inner_word(__global const uint *restrict own, const Bytes bytes, const uint i) {
  return (uint)(((ulong)own[i - 1] << 32 | own[i]) >> bytes.shift);
}
#endif

// Computes how many bytes each chunk has in the file. An image's header comes before its first chunk.
__kernel void sizes(__global const Scan *restrict scans, const int count, __global const uint *restrict words,
                    const int chunk_words, __global const uint *restrict lengths,
                    __global const ulong *restrict offsets, __global uint *restrict out) {
  const long place = get_group_id(0);
  const Chunk chunk = find_chunk(scans, count, place);
  const Bytes bytes = find_bytes(scans, chunk, place, lengths, offsets);
  uint stuffed = 0;
  for (uint i = FIRST_WORD; i < WORDS_OF(bytes); i += GROUP) {
#if GROUP == 1
    for (; i > 0 && i < INNER_END(bytes); ++i)
      stuffed += popcount(ones_in(inner_word(words + place * chunk_words, bytes, i)));
    if (i >= WORDS_OF(bytes)) break;
#endif
    stuffed += popcount(ones_among(word_of_bytes(words, chunk_words, bytes, lengths, place, i), bytes, i));
  }
#if GROUP > 1
  __local uint values[GROUP];
  stuffed = sums_before(stuffed, values).y;
#endif
  if (get_local_id(0) == 0)
    out[place] = bytes.bytes + stuffed + (chunk.ends ? 2 : 0) + header_of(scans + chunk.scan, chunk);
}

typedef uchar4 Loose4 __attribute__((aligned(1)));

// Stores a word's bytes. `ones` marks the bytes of ones.
INLINE void store_bytes(const uint word, const uint ones, const uint count, __global uchar *restrict to) {
  if (ones == 0 && count == 4) {
    *(__global Loose4 *)to = as_uchar4(word).wzyx;
    return;
  }
  for (uint i = 0; i < count; ++i) {
    *to++ = (uchar)(word >> (24 - 8 * i));
    if (ones >> (24 - 8 * i) & 0x80) *to++ = 0;
  }
}

// Stores nothing of chunks that end after `room` bytes.
__kernel void stuff(__global const Scan *restrict scans, const int count, __global const uint *restrict words,
                    const int chunk_words, __global const uint *restrict lengths,
                    __global const ulong *restrict offsets, __global const ulong *restrict starts,
                    __global uchar *restrict out, const ulong room) {
  const long place = get_group_id(0);
  if (starts[place + 1] > room) return;
  const Chunk chunk = find_chunk(scans, count, place);
  const Bytes bytes = find_bytes(scans, chunk, place, lengths, offsets);
  __global uchar *restrict to = out + starts[place] + header_of(scans + chunk.scan, chunk);
#if GROUP == 1
  for (uint i = 0; i < WORDS_OF(bytes); ++i) {
    for (; i > 0 && i < INNER_END(bytes); ++i) {
      const uint word = inner_word(words + place * chunk_words, bytes, i), ones = ones_in(word);
      store_bytes(word, ones, 4, to);
      to += 4 + popcount(ones);
    }
    if (i >= WORDS_OF(bytes)) break;
    const uint word = word_of_bytes(words, chunk_words, bytes, lengths, place, i), ones = ones_among(word, bytes, i);
    const uint own = min(bytes.bytes - 4 * i, 4u);
    store_bytes(word, ones, own, to);
    to += own + popcount(ones);
  }
#else
  __local uint values[GROUP];
  for (uint begin = 0; begin < WORDS_OF(bytes); begin += GROUP) {
    const uint i = begin + get_local_id(0);
    const bool some = i < WORDS_OF(bytes);
    const uint word = some ? word_of_bytes(words, chunk_words, bytes, lengths, place, i) : 0;
    const uint ones = some ? ones_among(word, bytes, i) : 0;
    const uint own = some ? min(bytes.bytes - 4 * i, 4u) : 0, stored = own + popcount(ones);
    const uint2 sums = sums_before(stored, values);
    store_bytes(word, ones, own, to + sums.x);
    to += sums.y;
  }
#endif
  if (!chunk.ends || get_local_id(0) > 0) return;
  const bool end = chunk.first + chunk.mcus == scans[chunk.scan].mcus;
  to[0] = 0xff;
  to[1] = end ? 0xd9 : 0xd0 | (chunk.segment & 7);
}
