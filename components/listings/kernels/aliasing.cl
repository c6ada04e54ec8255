// The halves of an int: by as_short2, where reading an int through a pointer to short is undefined.
__kernel void halves(__global const int* in, __global short2* out) {
  const size_t i = get_global_id(0);
  const int number = in[i];
#ifdef AS_PRINTED
  const short* halves = (const short*)&number;
  out[i] = (short2)(halves[0], halves[1]);
#else
  out[i] = as_short2(number);
#endif
}
