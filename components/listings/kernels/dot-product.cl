// 002:761-1118, a dot product: DotProd_naive makes the products, which the host adds up; DotProd_reduction makes one
// sum for each group.
//
// Range: the elements, rounded up to groups of 64; for DotProd_reduction 2048 items in groups of 64, a power of two,
// for any number of elements. As printed, every item of DotProd_reduction first writes 0 where the group's first item
// writes the sum in the end, and no barrier of global memory orders the two.
__kernel void DotProd_naive(__global const float* vecA, __global const float* vecB, __global float* vecC,
                            const int iNumElements) {
  const int iGID = get_global_id(0);
  if (iGID < iNumElements) vecC[iGID] = vecA[iGID] * vecB[iGID];
}

__kernel void DotProd_reduction(__global const float* vecA, __global const float* vecB, __global float* localproducts,
                                const int iNumElements) {
  __local float products[64];
  int iGID = get_global_id(0);
  const int iLID = get_local_id(0);
  float sum = 0.0f;
#ifdef AS_PRINTED
  localproducts[get_group_id(0)] = 0.0f;
#endif
  while (iGID < iNumElements) {
    sum += vecA[iGID] * vecB[iGID];
    iGID += get_global_size(0);
  }
  products[iLID] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_size(0) / 2; i > 0; i /= 2) {
    if (iLID < i) products[iLID] += products[iLID + i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (iLID == 0) localproducts[get_group_id(0)] = products[0];
}
