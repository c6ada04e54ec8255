// What the kernels that decode JPEG files know of images. layout.hpp has the same structures for the host, word by
// word.

// Everything that a launch reads, except coefficients, lies in one buffer. It begins with the places of its parts, in
// words.
#define PART(input, place, type) ((__global const type *)((input) + (input)[place]))
#define IMAGES(input) PART(input, 0, JpegImage)
#define QUANTS(input) PART(input, 1, ushort)  // 64 of each table
#define TABLES(input) PART(input, 2, uint)
#define STRETCHES(input) PART(input, 3, Stretch)
#define ITEMS(input) PART(input, 4, Item)
#define DATA(input) ((input) + INPUT_WORDS)
#define ITEM_COUNT(input) ((input)[5])
#define PART_BITS(input) ((input)[6])
#define INPUT_WORDS 8

#define INLINE static inline __attribute__((always_inline))

// A component: its blocks, row by row from `first_block` on, and its plane of samples.
typedef struct {
  uint first_block, blocks_x, blocks_y;
  uint side;           // samples of a block's side after the inverse transform: 8, 4, 2 or 1
  uint width, height;  // samples of the plane that belong to the image
  uint plane, stride;  // bytes: where the plane begins among all planes, and the distance of rows
  uint quant;          // number of the quantisation table
  uint expand_x, expand_y;  // how often a sample is repeated to reach the image's size
  uint fancy;               // whether samples between others are interpolated
} Component;

// A block of an MCU: its component, the codes of its DC and AC coefficients, and its place in the MCU.
typedef struct {
  uint component, dc, ac, x, y, across, down;  // the MCU has across x down blocks of the component
  uint unused;
} McuBlock;

typedef struct {
  uint width, height;  // of the output, in pixels
  uint components;     // 1 or 3
  uint is_ycc;         // whether three components are YCbCr and not RGB
  uint out, stride;    // samples: where the output begins among all outputs, and the distance of rows
  uint mcus_x, mcus;   // MCUs of a row and of all
  uint mcu_blocks;
  uint first_item, items;  // among the items of all images
  uint unused;
  Component component[3];
  McuBlock block[10];
} JpegImage;

// PoCL 3.1 splits its own stores and conversions of vectors into samples, and joins only some again.
#ifndef LOOSE
#define LOOSE 0  // 1: the device stores vectors at any address
#endif
#ifndef MAKES_SAMPLES
#define MAKES_SAMPLES LOOSE  // 1: blocks become samples as they are decoded
#endif
#if LOOSE
typedef uchar16 loose_uchar16 __attribute__((aligned(1)));
#define STORE(n, v, p) (*(__global loose_uchar##n *)(p) = (v))
#else
#define STORE(n, v, p) vstore##n(v, 0, p)
#endif

#ifdef __has_builtin
#if __has_builtin(__builtin_convertvector)
#define TO(type, v) __builtin_convertvector(v, type)
#endif
#endif
#ifndef TO
#define TO(type, v) convert_##type(v)
#endif

#define LIMITED(v, least, most) ((v) < (least) ? (least) : (v) > (most) ? (most) : (v))
