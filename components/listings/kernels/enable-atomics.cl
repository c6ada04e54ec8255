// All items add 9 to one number: by an atomic sum where the compiler is told of them.
__kernel void add_nine(__global int* ptr) {
#if defined(ENABLE_ATOMICS) && !defined(AS_PRINTED)
  atomic_add(ptr, 9);
#else
  *ptr = *ptr + 9;  // as printed: items of several groups read the same old number
#endif
}
