// Copies an image and fills what surrounds it by the border's rule. Only bits are copied: samples are
// integers of their size here.

#ifndef ITEMS
#define ITEMS 4  // vectors of a work-item in a row
#define ROWS 1
#endif

// A row of the result. Samples are counted from where the image begins.
typedef struct {
  __global const ELEMENT *from;  // the image's row that stands for it; places count samples of the whole image
  bool outside;                  // no row does
  int columns;                   // of the whole image
  int begin, end;                // samples of the row that are held
} Row;

INLINE Row row_of(IMAGE_IN(image), const int y, const int held_x, const int held_y, const int columns, const int rows) {
  const int source = border_index(y, rows);
  Row row;
  row.outside = source < 0;
  row.from = ROW(image, max(source, held_y) - held_y) - (long)held_x * CHANNELS;
  row.columns = columns;
  row.begin = held_x * CHANNELS;
  row.end = (held_x + image_width) * CHANNELS;
  return row;
}

#define ROW_AT(y)                                                                                                 \
  row_of(image, image_offset, image_stride, image_width, image_height, from_y + (y), held_x, held_y, whole_width, \
         whole_height)

#if LOOSE
// A core's vectors have 64 bytes.
#define LONG (64 / (int)sizeof(ELEMENT))
typedef uint16 Long __attribute__((may_alias));
typedef uint16 LooseLong __attribute__((may_alias, aligned(1)));

INLINE void copy_long(__global const ELEMENT *from, __global ELEMENT *to) {
  *(__global LooseLong *)to = *(__global const LooseLong *)from;
}

// Less than a vector.
#define COPY_PART(type)                                                                  \
  if (count * (int)sizeof(ELEMENT) & sizeof(type)) {                                     \
    typedef type Part __attribute__((may_alias, aligned(1)));                            \
    *(__global Part *)(to + done) = *(__global const Part *)(from + done);               \
    done += sizeof(type) / sizeof(ELEMENT);                                              \
  }
INLINE void copy_short(__global const ELEMENT *from, __global ELEMENT *to, const int count) {
  int done = 0;
  COPY_PART(uint8)
  COPY_PART(uint4)
  COPY_PART(uint2)
  COPY_PART(uint)
  COPY_PART(ushort)
  COPY_PART(uchar)
}

// `to` is at a whole vector.
INLINE void copy_whole(__global const ELEMENT *from, __global ELEMENT *to) {
#if STREAM && defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
  __builtin_nontemporal_store(*(__global const LooseLong *)from, (__global Long *)to);
  return;
#endif
#endif
  *(__global Long *)to = *(__global const LooseLong *)from;
}

// Where whole vectors pass the caches nothing else is stored to their lines.
INLINE void copy_samples(__global const ELEMENT *from, __global ELEMENT *to, const int count) {
  if (count < LONG) {
    copy_short(from, to, count);
    return;
  }
  const int before = (int)(-(size_t)to & 63) / (int)sizeof(ELEMENT);
#if STREAM
  copy_short(from, to, before);
#else
  copy_long(from, to);
#endif
  int s = before;
  for (; s <= count - LONG; s += LONG) copy_whole(from + s, to + s);
#if STREAM
  copy_short(from + s, to + s, count - s);
#else
  copy_long(from + count - LONG, to + count - LONG);
#endif
}

// Which sample of its pixel sample s of a row is.
INLINE int channel_of(const long s) {
  return s >= 0 ? s % CHANNELS : CHANNELS - 1 - (-1 - s) % CHANNELS;
}

#if BORDER == CONSTANT || BORDER == REPLICATE
// Stores a pixel again and again, the first time from its sample `channel` on.
INLINE void repeat_pixel(__global const ELEMENT *pixel, const int channel, __global ELEMENT *to, const int count) {
  if (count <= 0) return;
  ELEMENT samples[VEC + CHANNELS];
#pragma unroll
  for (int k = 0; k < VEC + CHANNELS; ++k) samples[k] = pixel[k % CHANNELS];
  if (count < VEC) {
    for (int s = 0; s < count; ++s) to[s] = samples[channel + s];
    return;
  }
  VECTOR(BITS) from_channel[CHANNELS];
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) from_channel[c] = KEPT(samples + c);
  for (int s = 0; s <= count - VEC; s += VEC) STORE_LOOSE(from_channel[(channel + s) % CHANNELS], to + s);
  STORE_LOOSE(from_channel[(channel + count - VEC) % CHANNELS], to + count - VEC);
}
#else
// The places of VEC samples in a row, which are the same in all rows.
INLINE void find_places(const int first, const int columns, int *places) {
  for (int k = 0; k < VEC; ++k) {
    const int s = first + k, column = s >= 0 ? s / CHANNELS : -1 - (-1 - s) / CHANNELS;
    places[k] = border_index(column, columns) * CHANNELS + s - column * CHANNELS;
  }
}

INLINE void gather(__global const ELEMENT *from, const int *places, const int count, __global ELEMENT *to) {
  if (count < VEC) {
    for (int k = 0; k < count; ++k) to[k] = from[places[k]];
    return;
  }
  ELEMENT samples[VEC];
#pragma unroll
  for (int k = 0; k < VEC; ++k) samples[k] = from[places[k]];
  STORE_LOOSE(KEPT(samples), to);
}
#endif
#else
INLINE ELEMENT sample_at(const Row *row, __global const ELEMENT *value, const int s) {
  const int column = s >= 0 ? s / CHANNELS : -1 - (-1 - s) / CHANNELS, channel = s - column * CHANNELS;
  const int x = border_index(column, row->columns);
#if BORDER == CONSTANT
  if (row->outside || x < 0) return value[channel];
#endif
  return row->from[(long)x * CHANNELS + channel];
}

// Small samples at any address are loaded by the words that hold them, whose bits are then moved: a GPU would load them one
// by one.
#if TYPE == U8 && VEC > 4
#define WORDS (VEC / 4)
#elif TYPE == U16 && VEC > 2
#define WORDS (VEC / 2)
#endif

#ifdef WORDS
#define SPARE (4 / (int)sizeof(ELEMENT))  // samples in front of and behind those loaded that are read, too
INLINE VECTOR(BITS) load_anywhere(__global const ELEMENT *from) {
  __global const uint *word = (__global const uint *)((size_t)from & ~(size_t)3);
  const uint moved = ((uint)(size_t)from & 3) * 8;
  union {
    uint words[WORDS];
    VECTOR(BITS) all;
  } loaded;
  uint last = word[0];
#pragma unroll
  for (int i = 0; i < WORDS; ++i) {
    const uint next = word[i + 1];
    loaded.words[i] = (uint)(upsample(next, last) >> moved);
    last = next;
  }
  return loaded.all;
}
#else
#define SPARE 0
#define load_anywhere(from) load_bits(from, false)
#endif

// Copies samples `first` to `first` + VEC - 1 of the image's row to `to`, as far as the row of the result goes.
INLINE void pad_unit(const Row *row, __global const ELEMENT *value, const int first, __global ELEMENT *to,
                     const int left, const bool aligned) {
  if (!row->outside && left >= VEC && first >= row->begin + SPARE && first <= row->end - VEC - SPARE) {
    store_bits(load_anywhere(row->from + first), to, aligned);
  } else if (left >= VEC) {
    ELEMENT samples[VEC];
#pragma unroll
    for (int k = 0; k < VEC; ++k) samples[k] = sample_at(row, value, first + k);
    store_bits(KEPT(samples), to, aligned);
  } else {
    for (int k = 0; k < left; ++k) to[k] = sample_at(row, value, first + k);
  }
}
#endif

// The result's first pixel lies at (from_x, from_y) of the image, whose part from (held_x, held_y) on is held.
#if LOOSE
// A work-item has ROWS rows of ITEMS * VEC samples, of which those from `held` to before `behind` show the image alone.
__kernel void pad_image(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict value, const int from_x,
                        const int from_y, const int held_x, const int held_y, const int whole_width,
                        const int whole_height) {
  const long samples = (long)out_width * CHANNELS, begin = (long)from_x * CHANNELS;
  const long first = (long)get_global_id(0) * (ITEMS * VEC), end = min(first + ITEMS * VEC, samples);
  const int top = get_global_id(1) * ROWS, bottom = min(top + ROWS, out_height);
  if (first >= samples) return;
  const long held = clamp(-begin, first, end), behind = clamp((long)whole_width * CHANNELS - begin, held, end);
  for (int y = top; y < bottom; ++y) {
    const Row row = ROW_AT(y);
    __global ELEMENT *to = ROW(out, y);
#if BORDER == CONSTANT
    if (row.outside) {
      repeat_pixel(value, channel_of(begin + first), to + first, end - first);
      continue;
    }
    repeat_pixel(value, channel_of(begin + first), to + first, held - first);
    repeat_pixel(value, channel_of(begin + behind), to + behind, end - behind);
#elif BORDER == REPLICATE
    repeat_pixel(row.from, channel_of(begin + first), to + first, held - first);
    repeat_pixel(row.from + (long)(whole_width - 1) * CHANNELS, channel_of(begin + behind), to + behind, end - behind);
#endif
    copy_samples(row.from + begin + held, to + held, behind - held);
  }
#if BORDER != CONSTANT && BORDER != REPLICATE
  for (long s = first < held ? first : behind; s < end; s = s + VEC < held || s >= behind ? s + VEC : behind) {
    const int count = min((long)VEC, (s < held ? held : end) - s);
    int places[VEC];
    find_places(begin + s, whole_width, places);
    for (int y = top; y < bottom; ++y) {
      const Row row = ROW_AT(y);
      gather(row.from, places, count, ROW(out, y) + s);
    }
  }
#endif
}
#else
__kernel void pad_image(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict value, const int from_x,
                        const int from_y, const int held_x, const int held_y, const int whole_width,
                        const int whole_height) {
  const int samples = out_width * CHANNELS;
  const bool aligned = IS_ALIGNED(out);
  const uint first = (uint)get_group_id(0) * (GROUP * ITEMS * VEC) + (uint)get_local_id(0) * VEC;
  const int y = get_global_id(1);
  const Row row = ROW_AT(y);
  __global ELEMENT *to = ROW(out, y);
  for (int item = 0; item < ITEMS; ++item) {
    const uint place = first + item * (GROUP * VEC);  // may pass the greatest int
    if (place >= (uint)samples) return;
    const int s = (int)place;
    if (aligned)
      pad_unit(&row, value, from_x * CHANNELS + s, to + s, samples - s, true);
    else
      pad_unit(&row, value, from_x * CHANNELS + s, to + s, samples - s, false);
  }
}
#endif
