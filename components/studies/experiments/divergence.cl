// Work-items that take one of two paths in each round, by a bit. They are written with a branch and without one.

#ifndef ROUNDS
#define ROUNDS 64
#endif
#define LONG_ROUNDS (ROUNDS / 8)
#define PATH 16  // steps of a long path

#define BIT(r) (way >> ((r)&31) & 1)

// STEP uses the round's condition `c`, the operands a and b, and the result x.
#define KERNEL(name, rounds, STEP)                                                         \
  __kernel void name(__global const uint *restrict ways, __global const uint *restrict as, \
                     __global const uint *restrict bs, __global uint *restrict out) {      \
    const size_t i = get_global_id(0);                                                     \
    const uint way = ways[i], a = as[i], b = bs[i];                                        \
    uint x = i;                                                                            \
    for (int r = 0; r < (rounds); ++r) {                                                   \
      const bool c = BIT(r);                                                               \
      STEP                                                                                 \
    }                                                                                      \
    out[i] = x;                                                                            \
  }

// x = 3 x + a, or 3 x - b.
#define SHORT_IF \
  x *= 3;        \
  if (c)         \
    x += a;      \
  else           \
    x -= b;
#define SHORT_TERNARY             \
  const uint change = c ? a : -b; \
  x = 3 * x + change;
#define SHORT_SELECT x = 3 * x + select(-b, a, (uint)c);
#define SHORT_MASK            \
  const uint mask = -(uint)c; \
  x = 3 * x + ((a & mask) | (-b & ~mask));

KERNEL(short_if, ROUNDS, SHORT_IF)
KERNEL(short_ternary, ROUNDS, SHORT_TERNARY)
KERNEL(short_select, ROUNDS, SHORT_SELECT)
KERNEL(short_mask, ROUNDS, SHORT_MASK)

uint path_a(uint x, const uint a) {
  for (int k = 0; k < PATH; ++k) x = x * 1664525u + a;
  return x;
}

uint path_b(uint x, const uint b) {
  for (int k = 0; k < PATH; ++k) x = (x ^ (x >> 7)) * 2654435761u + b;
  return x;
}

#define LONG_IF       \
  if (c)              \
    x = path_a(x, a); \
  else                \
    x = path_b(x, b);
#define LONG_BOTH x = select(path_b(x, b), path_a(x, a), (uint)c);

KERNEL(long_if, LONG_ROUNDS, LONG_IF)
KERNEL(long_both, LONG_ROUNDS, LONG_BOTH)

// Three conditions that must hold together.
#define CHAIN                         \
  if (c && BIT(r + 7) && BIT(r + 13)) \
    x = 3 * x + a;                    \
  else                                \
    x = 5 * x + b;
#define ONE_BOOLEAN                                \
  const bool all = c && BIT(r + 7) && BIT(r + 13); \
  if (all)                                         \
    x = 3 * x + a;                                 \
  else                                             \
    x = 5 * x + b;
#define ONE_BITWISE                              \
  const bool all = c & BIT(r + 7) & BIT(r + 13); \
  if (all)                                       \
    x = 3 * x + a;                               \
  else                                           \
    x = 5 * x + b;

KERNEL(chain, ROUNDS, CHAIN)
KERNEL(one_boolean, ROUNDS, ONE_BOOLEAN)
KERNEL(one_bitwise, ROUNDS, ONE_BITWISE)

// The sum of f where f < g, for four numbers at once. All are small whole numbers, so sums are exact.
#define KEEP(name, STEP)                                                                         \
  __kernel void name(__global const uint *restrict ways, __global const uint *restrict as,       \
                     __global const uint *restrict bs, __global uint *restrict out) {            \
    const size_t i = get_global_id(0);                                                           \
    const uint4 bytes = (uint4)(ways[i]) >> (uint4)(0, 8, 16, 24) & (uint4)(255);                \
    const float4 g = convert_float4(bytes);                                                      \
    float4 f = convert_float4(bytes & (uint4)(63)), kept = (float4)(as[i] & 1, bs[i] & 1, 0, 0); \
    for (int r = 0; r < ROUNDS; ++r) {                                                           \
      STEP                                                                                       \
      f += (float4)(3);                                                                          \
    }                                                                                            \
    out[i] = (uint)(kept.x + kept.y + kept.z + kept.w);                                          \
  }

#define KEEP_IF                 \
  if (f.x < g.x) kept.x += f.x; \
  if (f.y < g.y) kept.y += f.y; \
  if (f.z < g.z) kept.z += f.z; \
  if (f.w < g.w) kept.w += f.w;
#define KEEP_TERNARY kept += f < g ? f : (float4)(0);
#define KEEP_SELECT kept += select((float4)(0), f, f < g);
#define KEEP_MASK kept += as_float4(as_int4(f) & (f < g));

KEEP(keep_if, KEEP_IF)
KEEP(keep_ternary, KEEP_TERNARY)
KEEP(keep_select, KEEP_SELECT)
KEEP(keep_mask, KEEP_MASK)
