// A launch for the levels 4 to 7 of a pyramid: the offset of the range is the first level.
__kernel void levels(__global int* out) {
  const int level = get_global_id(2) - get_global_offset(2);
  out[(level * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0)] = get_global_id(2);
}
