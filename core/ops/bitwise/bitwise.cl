// Logic on the bits of integers.

#if !FLOATING
INLINE VALUES NAMED(bitwise_and)(const VALUES *v, const NUMBER *n) { return v[0] & v[1]; }
INLINE VALUES NAMED(bitwise_or)(const VALUES *v, const NUMBER *n) { return v[0] | v[1]; }
INLINE VALUES NAMED(bitwise_xor)(const VALUES *v, const NUMBER *n) { return v[0] ^ v[1]; }
INLINE VALUES NAMED(bitwise_not)(const VALUES *v, const NUMBER *n) { return ~v[0]; }
#endif
