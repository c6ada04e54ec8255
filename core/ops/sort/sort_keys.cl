// Loads keys as unsigned bits, and what travels with them. Keys are moved but never changed. So NaN keep their bits,
// and zeros keep their sign and, as equal keys, their order.

#ifndef DESCENDING
#define DESCENDING 0
#define PAYLOAD U32  // the unsigned type of what travels with a key; 0: nothing
#endif
#ifndef WIDE
#define WIDE 0  // 1: indexes have 64 bits
#endif
#ifndef RADIX_BITS
#define RADIX_BITS 8  // of a digit
#define ITEMS 4       // keys of a work-item
#endif

#define UNSIGNED_0 uchar
#define UNSIGNED_1 uchar
#define UNSIGNED_2 uchar
#define UNSIGNED_3 ushort
#define UNSIGNED_4 ushort
#define UNSIGNED_5 uint
#define UNSIGNED_6 uint
#define UNSIGNED_7 ulong
#define UNSIGNED_8 ulong
#define UNSIGNED_9 ushort
#define UNSIGNED_10 uint
#define UNSIGNED_11 ulong
#define KEY JOIN(UNSIGNED_, TYPE)
#define LOT JOIN(UNSIGNED_, PAYLOAD)  // what travels with a key

#if WIDE
#define INDEX ulong
#else
#define INDEX uint
#endif

#define RADIX (1 << RADIX_BITS)
#define DIGIT(key) ((uint)(order_of(key) >> shift) & (RADIX - 1))
#define IN_GROUPS __attribute__((reqd_work_group_size(GROUP, 1, 1)))

#define ALL_BITS ((KEY)~(KEY)0)
#define SIGN ((KEY)(ALL_BITS ^ (ALL_BITS >> 1)))
#if TYPE == F16
#define INFINITE 0x7C00
#elif TYPE == F32
#define INFINITE 0x7F800000
#elif TYPE == F64
#define INFINITE 0x7FF0000000000000
#endif

// Returns a number in the wanted order. Equal keys have the same number.
KEY order_of(const KEY bits) {
  KEY order = bits;
#if TYPE >= F16
  if ((KEY)(bits & ~SIGN) > INFINITE) return ALL_BITS;  // NaN comes last, whatever the order
  if (bits == SIGN) order = 0;                          // -0 is 0
  order ^= (order & SIGN) ? ALL_BITS : SIGN;
#elif TYPE == I8 || TYPE == I16 || TYPE == I32 || TYPE == I64
  order ^= SIGN;
#endif
  return DESCENDING ? (KEY)~order : order;
}
