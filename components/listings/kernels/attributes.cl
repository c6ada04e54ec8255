// Attributes of a function: a launch must have exactly the group that is demanded.
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) __attribute__((vec_type_hint(float4)))
void demanding(__global int* out) {
  out[get_global_id(0)] = get_local_size(0);
}

__kernel __attribute__((work_group_size_hint(16, 1, 1))) void hinting(__global int* out) {
  out[get_global_id(0)] = get_work_dim();
}
