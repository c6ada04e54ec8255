// Numbers of 16 bits: stored as half, computed as float.
__kernel void load(__global const half* in, __global float* out) {
#if AS_PRINTED == 1
  half number = in[get_global_id(0)];  // as printed: a variable of this type needs cl_khr_fp16
  out[get_global_id(0)] = number;
#else
  out[get_global_id(0)] = vload_half(get_global_id(0), in);
#endif
}

__kernel void twice(__global const half* in, __global half* out) {
  const size_t i = get_global_id(0);
  vstore_half4(2 * vload_half4(i, in), i, out);
}
