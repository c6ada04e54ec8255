// Each item reads what another item of its group wrote: into local memory, then into global memory.
__kernel void turned(__global const int* in, __global int* via_local, __global int* via_global, __local int* part) {
  const int i = get_global_id(0), l = get_local_id(0), last = get_local_size(0) - 1, begin = i - l;
  part[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  via_local[i] = part[last - l];
  via_global[i] = in[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  const int other = via_global[begin + last - l];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  via_global[i] = other;
}
