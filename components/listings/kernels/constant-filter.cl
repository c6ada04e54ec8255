// Element by element times a filter of the length of a group, which all groups read from constant memory.
#ifdef AS_PRINTED
__kernel void filterKernel(__constant const float* filter_in, __global float* filter_out, __constant float* filter) {
  const size_t tid = get_global_id(0), l_id = get_local_id(0);
  filter_out[g_tid] = filter_in[tid] * filter[l_tid];
}
#else
__kernel void filterKernel(__global const float* filter_in, __global float* filter_out, __constant float* filter) {
  const size_t i = get_global_id(0), l_id = get_local_id(0);
  filter_out[i] = filter_in[i] * filter[l_id];
}
#endif
