// The id of an item in the range, from its group and its place in the group; and how many groups there are.
#if AS_PRINTED == 1
#define GROUP_SIZE(d) get_group_size(d)
#else
#define GROUP_SIZE(d) get_local_size(d)
#endif
#if AS_PRINTED == 2
#define PLACE get_local_id(1) * get_global_size(0) + get_local_id(0)
#else
#define PLACE get_global_id(1) * get_global_size(0) + get_global_id(0)
#endif

__kernel void ids(__global int* x, __global int* y, __global int* groups) {
  const int gx = get_group_id(0) * GROUP_SIZE(0) + get_local_id(0);
  const int gy = get_group_id(1) * GROUP_SIZE(1) + get_local_id(1);
  x[PLACE] = gx;
  y[PLACE] = gy;
  groups[PLACE] = get_num_groups(0) * get_num_groups(1);
}
