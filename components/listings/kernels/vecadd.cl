// 002:42-85 and 717-760, the sum of two vectors: an item for each element, with a test for the end; and as many items
// as the device runs at once, each of which goes on by the range's length.
//
// Range: the elements, rounded up to groups of 128; for VectorAdd_arbitrary any number of groups.
__kernel void vecadd_naive(__global const float* vecA, __global const float* vecB, __global float* vecC,
                           const int iNumElements) {
  const int iGID = get_global_id(0);
  if (iGID < iNumElements) vecC[iGID] = vecA[iGID] + vecB[iGID];
}

__kernel void VectorAdd_arbitrary(__global const float* vecA, __global const float* vecB, __global float* vecC,
                                  const int iNumElements) {
  int iGID = get_global_id(0);
  while (iGID < iNumElements) {
    vecC[iGID] = vecA[iGID] + vecB[iGID];
    iGID += get_global_size(0);
  }
}
